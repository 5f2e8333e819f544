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
