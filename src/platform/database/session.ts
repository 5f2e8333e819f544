/** Settings that statements and the driver rely on; servers, databases and roles may have other defaults. */
const SESSION = Object.entries({
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
});

/** Set on each new connection, because PgBouncer would refuse some as startup parameters. */
export const SET_SESSION = SESSION.map(([name, value]) => `SET ${name} = '${value}'`).join('; ');

/** SQL: the settings that differ on this connection, as a pooler may share it. */
export const SESSION_DIFFERS = `SELECT name FROM (VALUES ${SESSION.map(([name, value]) => `('${name}', '${value}')`).join(', ')})
  AS needed (name, value) WHERE current_setting(name) <> value`;

/** The line that makes PgBouncer set them: in transaction mode it keeps only some of a client's settings. */
export const POOLER_SESSION = `connect_query='${SET_SESSION.replaceAll("'", "''")}' for this database in pgbouncer.ini`;
