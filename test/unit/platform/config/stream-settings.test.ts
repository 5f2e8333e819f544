import { describe, expect, it } from 'vitest';
import { settingsWith } from '../../../support/settings.js';

describe('settings of streams', () => {
  it('have safe defaults', () => {
    expect(settingsWith().streams).toEqual({ heartbeatMs: 15_000, lifetimeMs: 600_000, most: 5000 });
  });

  it('are as they are set', () => {
    const given = { STREAM_HEARTBEAT_MS: '500', STREAM_LIFETIME_MS: '2000', STREAMS_MAX: '0' };
    expect(settingsWith(given).streams).toEqual({ heartbeatMs: 500, lifetimeMs: 2000, most: 0 });
  });
});
