"""The SQL of `Leases`. Each change of rows that several processes write is one statement."""

from typing import Final

NOTIFY_ALL: Final = "SELECT pg_notify('coup_' || md5(current_schema()), '')"
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('coup processes ' || current_schema(), 0))"
RENEW: Final = """
    WITH forgotten AS (
        DELETE FROM processes WHERE until < clock_timestamp() - interval '1 hour' AND name <> %(name)s
    )
    INSERT INTO processes (
        name, place, places, machine, shards, until, leaving, reaches_discord, failing, starting
    ) VALUES (
        %(name)s, %(place)s, %(places)s, %(machine)s, %(shards)s,
        clock_timestamp() + make_interval(secs => %(seconds)s), %(leaving)s,
        %(reaches_discord)s, %(failing)s::integer[], %(starting)s::integer[])
    ON CONFLICT (name) DO UPDATE
    SET shards = excluded.shards, until = excluded.until, leaving = excluded.leaving,
        reaches_discord = excluded.reaches_discord, failing = excluded.failing, starting = excluded.starting"""
LOOK: Final = """
    SELECT (SELECT value::integer FROM meta WHERE key = 'shards') AS shards,
        extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8 AS server_runs,
        coalesce((SELECT json_agg(json_build_object(
                'name', name, 'place', place, 'places', places, 'machine', machine,
                'leaving', leaving OR shards IS NULL, 'reaches_discord', reaches_discord, 'failing', failing,
                'starting', starting, 'seconds_left', extract(epoch FROM until - clock_timestamp())))
            FROM processes), '[]') AS processes,
        coalesce((SELECT json_agg(json_build_array(shard, holder, number)) FROM leases), '[]') AS leases"""
PLACE_CONFLICT: Final = """
    SELECT place, places, until FROM processes
    WHERE (place = %(place)s OR places <> %(places)s) AND NOT leaving
        AND until > clock_timestamp() AND name <> %(name)s
    ORDER BY until DESC LIMIT 1"""
NAMES_ON_MACHINE: Final = "SELECT name FROM processes WHERE machine = %(machine)s AND until > clock_timestamp()"
OTHERS: Final = """
    SELECT FROM processes WHERE shards IS NOT NULL AND until > clock_timestamp() AND name <> %(name)s LIMIT 1"""
SHARDS: Final = "SELECT value FROM meta WHERE key = 'shards'"
SET_SHARDS: Final = """
    INSERT INTO meta (key, value) VALUES ('shards', %(shards)s)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""
RAISE_FENCES: Final = "UPDATE fences SET number = number + 1 WHERE owner LIKE 'shard %'"
DELETE_LEASES: Final = "DELETE FROM leases"
USE_SHARDS: Final = "UPDATE processes SET shards = %(shards)s WHERE name = %(name)s"
ADD_LEASES: Final = """
    INSERT INTO leases (shard, number) SELECT shard, 0 FROM generate_series(0, %(shards)s - 1) AS shard
    ON CONFLICT DO NOTHING"""
MARK_LEAVING: Final = f"""
    WITH marked AS (UPDATE processes SET leaving = true WHERE name = %(name)s) {NOTIFY_ALL}"""
ACQUIRE: Final = f"""
    WITH free AS (
        SELECT shard FROM leases
        WHERE shard = %(shard)s AND number = %(seen)s
            AND EXISTS (SELECT FROM processes WHERE name = %(name)s AND until > clock_timestamp() AND NOT leaving)
            AND NOT EXISTS (
                SELECT FROM processes
                WHERE until > clock_timestamp() AND NOT leaving AND shards IS NOT NULL
                    AND name <> ALL (%(known)s::text[]))
        FOR UPDATE
    ), raised AS (
        INSERT INTO fences (owner, number) SELECT %(owner)s, 1 FROM free
        ON CONFLICT (owner) DO UPDATE SET number = fences.number + 1 RETURNING number
    ), acquired AS (
        UPDATE leases SET holder = %(name)s, number = raised.number FROM raised
        WHERE shard = %(shard)s RETURNING leases.number
    )
    SELECT number, ({NOTIFY_ALL}) FROM acquired"""
RELEASE: Final = f"""
    WITH released AS (UPDATE leases SET holder = NULL WHERE holder = %(name)s),
        removed AS (DELETE FROM processes WHERE name = %(name)s)
    {NOTIFY_ALL}"""
FORWARD: Final = """
    SELECT pg_notify('coup_' || md5(current_schema() || ' ' || holder), %(payload)s)
    FROM leases JOIN processes ON name = holder
    WHERE shard = %(shard)s AND holder <> %(name)s AND processes.until > clock_timestamp()"""
ACQUIRE_SLOT: Final = """
    INSERT INTO turns AS t (name, taken) VALUES (%(name)s, ARRAY[clock_timestamp()])
    ON CONFLICT (name) DO UPDATE SET taken = excluded.taken
    WHERE t.taken[1] + make_interval(secs => %(seconds)s) <= clock_timestamp()
    RETURNING true"""
SLOT_FREE_IN: Final = """
    SELECT extract(epoch FROM taken[1] + make_interval(secs => %(seconds)s) - clock_timestamp())::float8 AS left
    FROM turns WHERE name = %(name)s"""
RESERVE_SLOTS: Final = """
    INSERT INTO turns AS t (name, taken) VALUES (
        %(name)s,
        array_fill('-infinity'::timestamptz, ARRAY[%(most)s::int - %(number)s::int])
            || array_fill(clock_timestamp(), ARRAY[%(number)s::int]))
    ON CONFLICT (name) DO UPDATE SET taken = t.taken[%(number)s + 1:] || ARRAY(
        SELECT greatest(clock_timestamp(), earlier + make_interval(secs => %(seconds)s))
        FROM unnest(t.taken[:%(number)s]) AS earlier ORDER BY 1)
    RETURNING ARRAY(
        SELECT extract(epoch FROM turn - clock_timestamp())::float8
        FROM unnest(taken[%(most)s::int - %(number)s::int + 1:]) AS turn) AS waits"""
