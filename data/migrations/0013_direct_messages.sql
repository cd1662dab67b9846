-- Questions put to players by direct message that are still open, so that each is sent once and closed when it is over.

CREATE TABLE direct_messages (
    game_id BIGINT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    nonce BIGINT NOT NULL,      -- of the request that sends it: Discord posts one message for it, however often it comes
    seat INTEGER NOT NULL,
    question INTEGER NOT NULL,  -- the number of the question that it shows
    channel_id BIGINT,          -- with message_id NULL until Discord has confirmed that it is posted
    message_id BIGINT,
    deadline DOUBLE PRECISION,  -- the time that it shows as running out, NULL if none
    sent_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game_id, nonce)
);
