-- Direct messages that ask open questions, so that each is sent once, and edited when its question has closed.

CREATE TABLE direct_messages (
    game_id BIGINT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    nonce BIGINT NOT NULL,      -- of the request that sends it: Discord posts one message per nonce
    seat INTEGER NOT NULL,
    question INTEGER NOT NULL,  -- the number of the question that it shows
    channel_id BIGINT,          -- with message_id NULL until Discord has confirmed that it is posted
    message_id BIGINT,
    deadline DOUBLE PRECISION,  -- the deadline that it shows, NULL if none
    sent_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game_id, nonce)
);
