import type { Secret } from '../shared/secret.js';
import type { SettingsReader } from './reader.js';
import type { StreamSettings } from './settings.js';

const MINUTE = 60_000;

/** Clients take a stream for dead that gives no sign of life for 40 s (ours does), proxies mostly after 60. */
const SLOWEST_HEARTBEAT_MS = 20_000;

/** How orders are followed. */
export function streamSettings(read: SettingsReader): StreamSettings {
  return {
    heartbeatMs: read.integer('STREAM_HEARTBEAT_MS', 15_000, 100, SLOWEST_HEARTBEAT_MS),
    lifetimeMs: read.integer('STREAM_LIFETIME_MS', 10 * MINUTE, 100, 24 * 60 * MINUTE),
    most: read.integer('STREAMS_MAX', 5000, 0, 1_000_000),
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
