import { describe, expect, it, vi } from 'vitest';
import { LOG_EVENTS, logEvent } from '#src/platform/telemetry/log-events.js';

describe('log events', () => {
  it('have searchable names, and sentences as texts', () => {
    for (const [event, [, text]] of Object.entries(LOG_EVENTS)) {
      expect(event).toMatch(/^[a-z]+(_[a-z0-9]+)*$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('are written at their level with name, text and fields', () => {
    const logger = { error: vi.fn(), warn: vi.fn(), log: vi.fn(), debug: vi.fn() };
    logEvent(logger, 'callback_too_large', { tradeNo: 'A-1' });
    expect(logger.warn.mock.calls).toEqual([
      [{ event: 'callback_too_large', msg: 'A callback was too large to be stored.', tradeNo: 'A-1' }],
    ]);
    for (const other of [logger.error, logger.log, logger.debug]) expect(other).not.toHaveBeenCalled();
  });
});
