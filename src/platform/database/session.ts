/** Servers, databases and roles may have other defaults. */
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

/** Postgres ends the session of a lost client within 25 s. Until then rows stay locked that half of a batch has written. */
export const SET_KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** Other values with which every answer is the same: each statement names UTC itself, and dates go in as ISO 8601. */
const HARMLESS: Readonly<Record<string, string>> = { DateStyle: '^ISO,', TimeZone: '', extra_float_digits: '^[123]$' };

const needed = SESSION.map(([name, value]) => `('${name}', '${value}', '${HARMLESS[name] ?? '^$'}')`).join(', ');

/** SQL: the names of those that the connection which answers does not have, as a pooler has shared it out. */
export const SESSION_DIFFERS = `SELECT name, current_setting(name) ~ harmless AS "isHarmless" FROM (VALUES ${needed})
  AS needed (name, value, harmless) WHERE current_setting(name) <> value`;

/** SQL: not by `transaction_read_only`, which programs that only read switch on for themselves. */
export const IS_READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'
  AS "isReadOnly"`;

/** A dump may be restored into a database of another encoding, without a migration that would refuse it. */
export const ENCODING = `SELECT current_setting('server_encoding') AS encoding`;

export const notUtf8 = (encoding: string): string =>
  `The database's encoding is ${encoding}, which cannot hold every name`;

export const MAKE_UTF8 = `Create it anew: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`;

/** The line that makes PgBouncer set them: in transaction mode it keeps only some of a client's settings. */
export const POOLER_SESSION = `connect_query='${SET_SESSION.replaceAll("'", "''")}' for this database in pgbouncer.ini`;
