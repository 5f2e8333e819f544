/** What happens to a database beside the service's statements; called by name, so that a call can be prepared. */
export const CHANGES = `
CREATE FUNCTION simulation_restored_in_place(before pg_lsn) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WHILE pg_current_wal_insert_lsn() <= before LOOP
    PERFORM pg_logical_emit_message(false, 'restore', repeat('x', 100000));
  END LOOP;
  CREATE TABLE made_anew (LIKE database_epoch INCLUDING ALL);
  INSERT INTO made_anew SELECT * FROM database_epoch;
  DROP TABLE database_epoch;
  ALTER TABLE made_anew RENAME TO database_epoch;
END $$;
CREATE FUNCTION simulation_column_added() RETURNS void LANGUAGE plpgsql AS $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['orders', 'trades', 'schedules', 'outbox', 'mismatches'] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN IF NOT EXISTS of_next_release text DEFAULT ''next''', name);
  END LOOP;
END $$`;
