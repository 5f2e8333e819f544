import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '@nestjs/common';
import { LOG_EVENTS, logEvent } from '#src/platform/telemetry/log-events.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { markLogged, OutageLogger } from '#src/platform/telemetry/outages.js';
import { ProcessTime } from '#src/platform/time/time.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening() {
  const lines: Record<string, unknown>[] = [];
  const write = (fields: Record<string, unknown>): void => void lines.push(fields);
  const logger = new OutageLogger({ error: write, warn: write, log: write, debug: write }, new ProcessTime());
  return { lines, logger };
}

/** As Nest's loggers do, it adds its name. */
const named = (logger: OutageLogger, name: string) => ({
  ...logger,
  warn: (line: unknown) => logger.warn(line, name),
});

type Event = Parameters<typeof logEvent>[1];
const repeated = Object.entries(LOG_EVENTS).flatMap(([event, [, , field]]: [string, readonly string[]]) =>
  field === undefined ? [] : [[event as Event, field] as const],
);

describe('an event that comes with each request of an outage', () => {
  it.each(repeated)('%s: one line at its beginning, one with their number at its end', (event, field) => {
    const { lines, logger } = listening();
    const facts = field === '' ? {} : { [field]: 'one' };
    for (let request = 0; request < 800; request++) {
      logEvent(logger, event, facts);
      vi.advanceTimersByTime(350);
    }
    expect(lines).toEqual([{ event, msg: LOG_EVENTS[event][1], ...facts }]);
    vi.advanceTimersByTime(16_000);
    expect(lines[1]).toMatchObject({ event: 'outage_ended', of: event, ...facts, times: 800, forMs: 799 * 350 });
    expect(lines).toHaveLength(2);
    logEvent(logger, event, facts);
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    // It came once: its line has told all.
    expect(lines).toHaveLength(3);
  });

  it('an outage that goes on is logged again every five minutes, and causes are kept apart', () => {
    const { lines, logger } = listening();
    for (let minute = 0; minute < 600; minute += 10) {
      for (const returnCode of ['3100', '3104']) {
        logEvent(logger, 'provider_misconfigured', { code: 'ramp_configuration', ramp: { returnCode } });
      }
      vi.advanceTimersByTime(10_000);
    }
    expect(lines).toHaveLength(4);
  });

  it('what differs in its field is an outage of its own, and so is that of another logger', () => {
    const { lines, logger } = listening();
    const other = named(logger, 'Other');
    for (let request = 0; request < 3; request++) {
      for (const code of ['ramp_unavailable', 'ramp_protocol']) logEvent(logger, 'provider_did_not_serve', { code });
      logEvent(other, 'provider_did_not_serve', { code: 'ramp_protocol' });
    }
    expect(lines.map(({ code }) => code)).toEqual(['ramp_unavailable', 'ramp_protocol', 'ramp_protocol']);
  });

  it('is none of those that are about one order, or one request', () => {
    const names = new Set(repeated.map(([event]) => event));
    for (const event of [
      'request',
      'trade_requested',
      'mismatch_opened',
      'callback_stored',
      'unexpected_error',
    ] as const)
      expect(names).not.toContain(event);
  });
});

function pollsLog() {
  const lines: { level: string; event: string }[] = [];
  const write =
    (level: string) =>
    ({ event }: { event: string }) =>
      void lines.push({ level, event });
  const logger = { error: write('error'), log: write('info') } as unknown as Logger;
  return { lines, log: new OutageLog(logger, 'polls') };
}

describe('outage log', () => {
  it('is told by the log of the database alone where that is away', () => {
    const { lines, log } = pollsLog();
    const away = new Error('away');
    markLogged(away);
    log.failed(away);
    log.worked();
    expect(lines).toEqual([]);
  });
});
