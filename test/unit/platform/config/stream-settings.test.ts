import { describe, expect, it } from 'vitest';
import { readSettings } from '#src/platform/config/environment.js';
import { SettingsError } from '#src/platform/config/reader.js';
import type { Environment } from '#src/platform/config/reader.js';
import type { Settings } from '#src/platform/config/settings.js';
import { serviceKey } from '../../../support/service-keys.js';

const GOOD: Environment = {
  DATABASE_URL: 'postgres://localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'secret',
  SERVICE_KEY: serviceKey('7'),
};

const read = (more: Environment): Settings => readSettings({ ...GOOD, ...more });

function wrong(more: Environment): readonly string[] {
  try {
    read(more);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('settings of streams', () => {
  it('have safe defaults', () => {
    expect(read({}).streams).toEqual({ heartbeatMs: 15_000, lifetimeMs: 600_000, most: 5000 });
  });

  it('are as they are set', () => {
    const given = { STREAM_HEARTBEAT_MS: '500', STREAM_LIFETIME_MS: '2000', STREAMS_MAX: '0' };
    expect(read(given).streams).toEqual({ heartbeatMs: 500, lifetimeMs: 2000, most: 0 });
  });

  it.each([
    ['STREAM_HEARTBEAT_MS', '99'],
    ['STREAM_HEARTBEAT_MS', '20001'],
    ['STREAM_LIFETIME_MS', '99'],
    ['STREAM_LIFETIME_MS', 'x'],
    ['STREAMS_MAX', '-1'],
    ['STREAMS_MAX', '1000001'],
  ])('%s=%s is wrong', (name, value) => {
    expect(wrong({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
  });
});
