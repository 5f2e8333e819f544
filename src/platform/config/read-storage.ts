import pg from 'pg';
import { isLoopbackHost } from '../text/urls.js';
import type { SettingsReader } from './reader.js';
import { Secret } from '../callers/secret.js';
import { DAY, YEAR } from '../time/time.js';

/** As the driver reads an address, with `PGHOST`, `PGSSLMODE` and the like. */
interface Connection {
  /** A socket's file begins with a slash. */
  readonly host: string;
  readonly user: string;
  /** By TLS, whose certificate is checked. */
  readonly isVerified: boolean;
}

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_MIGRATE_URL';

/** The address of the service's database; on another machine it has to be reached by TLS. */
export function databaseUrl(read: SettingsReader): Secret {
  return checked(read, 'DATABASE_URL', read.requiredSecret('DATABASE_URL'));
}

export function migrateSettings(read: SettingsReader) {
  const service = databaseUrl(read);
  const owner = read.secret('DATABASE_MIGRATE_URL');
  if (owner === null) return { databaseUrl: service, serviceRole: null };
  checked(read, 'DATABASE_MIGRATE_URL', owner);
  const [ownerRole, serviceRole] = [owner, service].map((url) => connectionOf(url)?.user);
  return { databaseUrl: owner, serviceRole: serviceRole === ownerRole ? null : (serviceRole ?? null) };
}

function checked(read: SettingsReader, name: DatabaseSetting, url: Secret): Secret {
  // The secret is missing or empty, which is reported already.
  if (url.reveal() === '') return url;
  const allowsPlaintext = read.flag('DATABASE_ALLOW_PLAINTEXT');
  if (!/^postgres(ql)?:\/\//.test(url.reveal())) {
    read.problems.push(`${name} must begin with postgres:// or postgresql://`);
    return url;
  }
  const connection = connectionOf(url);
  if (connection === null) read.problems.push(`${name} cannot be read, or names a certificate that cannot be read`);
  else if (!connection.isVerified && !isHere(connection.host) && !allowsPlaintext) {
    read.problems.push(
      `${name} leads to another machine without verified TLS: add sslmode=verify-full, or set DATABASE_ALLOW_PLAINTEXT=true where nobody else is on that network`,
    );
  }
  return url;
}

const isHere = (host: string): boolean => host.startsWith('/') || isLoopbackHost(host);

/** null: the driver cannot make sense of it. */
function connectionOf(url: Secret): Connection | null {
  try {
    const { host, user = '', ssl } = new pg.Client({ connectionString: url.reveal() });
    // A boolean or the TLS options, unlike its declared type.
    const tls: unknown = ssl;
    const isVerified = tls !== false && (tls as { rejectUnauthorized?: boolean }).rejectUnauthorized !== false;
    return { host, user, isVerified };
  } catch {
    return null;
  }
}

/** A pattern of up to 16 bytes that is repeated has no more of them. */
const MOST_DIFFERENT_IN_A_PATTERN = 16;

/** True for text, a repeated pattern, or counting; refuses fewer than one in 10^13 random keys. */
export function isGuessable(key: Uint8Array): boolean {
  return isText(key) || isCounting(key) || new Set(key).size <= MOST_DIFFERENT_IN_A_PATTERN;
}

function isText(key: Uint8Array): boolean {
  return key.every((byte) => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** Up, down, or in steps; bytes that are subtracted are bytes, so it may pass zero. */
function isCounting(key: Uint8Array): boolean {
  const steps = key.slice(1).map((byte, at) => byte - (key[at] ?? 0));
  return steps.every((step) => step === steps[0]);
}

/** The keys from which all others are derived, newest first; empty: one is made once and kept in the database. */
export function serviceKeys(read: SettingsReader, auth: 'required' | 'none') {
  const secret = read.secret('SERVICE_KEY');
  if (secret === null) {
    if (auth === 'required') read.problems.push('SERVICE_KEY is required (or SERVICE_KEY_FILE) unless AUTH=none');
    return [];
  }
  return keysOf(read, secret);
}

export function requiredServiceKeys(read: SettingsReader) {
  return keysOf(read, read.requiredSecret('SERVICE_KEY'));
}

function keysOf(read: SettingsReader, secret: Secret): { readonly id: string; readonly key: Secret }[] {
  // The secret is missing or empty, which is reported already.
  if (secret.reveal() === '') return [];
  const keys = secret
    .reveal()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [, id, key] = /^(?:([A-Za-z0-9]{1,16}):)?([A-Za-z0-9+/_=-]+)$/.exec(item) ?? [];
      return { id: id ?? '1', key: new Secret(key ?? '') };
    });
  const bytes = keys.map(({ key }) => Buffer.from(key.reveal(), 'base64'));
  const fits = bytes.every(({ length }) => length === 32);
  const distinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  if (!fits || !distinct || keys.length === 0) {
    read.problems.push('SERVICE_KEY must be 32 bytes in base64, or a list of id:key with different ids');
  } else if (bytes.some(isGuessable)) {
    read.problems.push('SERVICE_KEY must be random, not text or a pattern: make one with openssl rand -base64 32');
  }
  return keys;
}

/** With `AUTH=none` nobody is limited. */
export function auditSettings(read: SettingsReader, auth: 'required' | 'none') {
  const reveals = read.integer('REVEALS_PER_HOUR');
  return {
    revealsPerHour: reveals === 0 || auth === 'none' ? Infinity : reveals,
  };
}

/** The database lets nothing younger than a year be taken out of the audit log. */
export function retentionSettings(read: SettingsReader) {
  const auditMs = read.integer('RETAIN_AUDIT_MS');
  if (auditMs > 0 && auditMs < YEAR) read.problems.push(`RETAIN_AUDIT_MS must be 0, or a year (${YEAR}) at least`);
  return {
    auditMs: auditMs === 0 ? null : auditMs,
    ordersMs: ordersMs(read),
  };
}

/** The database removes no order sooner. */
const ORDERS_LEAST_DAYS = 90;
const NEEDED_MS = ['WATCH_CLOSED_MS', 'RETAIN_BY_LAW_MS'] as const;

function ordersMs(read: SettingsReader): number | null {
  const keptMs = read.integer('RETAIN_ORDERS_MS');
  if (keptMs === 0) return null;
  const leastMs = ORDERS_LEAST_DAYS * DAY;
  if (keptMs < leastMs) {
    read.problems.push(`RETAIN_ORDERS_MS must be 0, or ${ORDERS_LEAST_DAYS} days (${leastMs}) at least`);
  }
  for (const name of NEEDED_MS.filter((needed) => keptMs < read.integer(needed))) {
    read.problems.push(`RETAIN_ORDERS_MS must be 0, or not less than ${name}`);
  }
  return keptMs;
}
