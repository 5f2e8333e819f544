import pg from 'pg';
import { isLoopbackHost } from '../text/urls.js';
import type { Secret } from '../callers/secret.js';
import type { SettingsReader } from './reader.js';

/** Where an address leads, in the driver's own reading: it also takes `PGHOST`, `PGSSLMODE` and the like into account. */
interface Connection {
  /** A socket's file begins with a slash. */
  readonly host: string;
  readonly user: string;
  readonly isEncrypted: boolean;
}

/** The address of the service's database; on another machine it has to be reached by TLS. */
export function databaseUrl(read: SettingsReader): Secret {
  return checked(read, 'DATABASE_URL', read.requiredSecret('DATABASE_URL'));
}

/** The owner of the tables, and the service's role. */
export function migrateSettings(read: SettingsReader) {
  const service = databaseUrl(read);
  const owner = read.secret('DATABASE_MIGRATE_URL');
  if (owner === null) return { databaseUrl: service, serviceRole: null };
  checked(read, 'DATABASE_MIGRATE_URL', owner);
  const [ownerRole, serviceRole] = [owner, service].map((url) => connectionOf(url)?.user);
  return { databaseUrl: owner, serviceRole: serviceRole === ownerRole ? null : (serviceRole ?? null) };
}

function checked(read: SettingsReader, name: 'DATABASE_URL' | 'DATABASE_MIGRATE_URL', url: Secret): Secret {
  // The secret is missing or empty, which is reported already.
  if (url.reveal() === '') return url;
  const allowsPlaintext = read.flag('DATABASE_ALLOW_PLAINTEXT');
  if (!/^postgres(ql)?:\/\//.test(url.reveal())) {
    read.problems.push(`${name} must begin with postgres:// or postgresql://`);
    return url;
  }
  const connection = connectionOf(url);
  if (connection === null) read.problems.push(`${name} cannot be read, or names a certificate that cannot be read`);
  else if (!connection.isEncrypted && !isHere(connection.host) && !allowsPlaintext) {
    read.problems.push(
      `${name} leads to another machine without TLS: add sslmode=verify-full, or set DATABASE_ALLOW_PLAINTEXT=true where nobody else is on that network`,
    );
  }
  return url;
}

const isHere = (host: string): boolean => host.startsWith('/') || isLoopbackHost(host);

/** null: the driver cannot make sense of it. */
function connectionOf(url: Secret): Connection | null {
  try {
    const { host, user = '', ssl } = new pg.Client({ connectionString: url.reveal() });
    // `false` or the TLS options, unlike its declared type.
    return { host, user, isEncrypted: ssl };
  } catch {
    return null;
  }
}
