import type { Secret } from '../shared/secret.js';
import type { SettingsReader } from './reader.js';
import type { StreamSettings } from './settings.js';

/** How orders are followed. */
export function streamSettings(read: SettingsReader): StreamSettings {
  return {
    heartbeatMs: read.integer('STREAM_HEARTBEAT_MS'),
    lifetimeMs: read.integer('STREAM_LIFETIME_MS'),
    most: read.integer('STREAMS_MAX'),
  };
}

/** Where LISTEN is spoken: a pooler that shares connections out by transaction, as `DATABASE_URL` may be one, cannot do it. */
export function listenUrl(read: SettingsReader, databaseUrl: Secret): Secret {
  const url = read.secret('DATABASE_LISTEN_URL');
  if (url === null) return databaseUrl;
  if (url.reveal() !== '' && !/^postgres(ql)?:\/\//.test(url.reveal())) {
    read.problems.push('DATABASE_LISTEN_URL must begin with postgres:// or postgresql://');
  }
  return url;
}
