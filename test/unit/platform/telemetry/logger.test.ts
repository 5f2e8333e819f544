import { describe, expect, it, vi } from 'vitest';
import { Gauge, Registry } from 'prom-client';
import { JsonLogger } from '#src/platform/telemetry/logger.js';
import { withTraceId } from '#src/platform/telemetry/trace-context.js';
import { LOG_EVENTS, logEvent } from '#src/platform/telemetry/log-events.js';
import { metricsText } from '#src/platform/telemetry/metrics.js';
import { ProcessTime } from '#src/platform/time/time.js';

interface Captured {
  readonly logger: JsonLogger;
  readonly lines: () => Record<string, unknown>[];
}

function capture(level = 'trace'): Captured {
  const written: string[] = [];
  const logger = new JsonLogger(level, { write: (line: string) => void written.push(line) });
  return {
    logger,
    lines: () =>
      written.map((line) => {
        expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true);
        return JSON.parse(line) as Record<string, unknown>;
      }),
  };
}

describe('JsonLogger', () => {
  it('writes one line of JSON: time, level, msg, context, fields', () => {
    const { logger, lines } = capture();
    logger.log('an order was made', { status: 'PAID', n: 2 }, 'Checkout');
    expect(lines()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        level: 'info',
        msg: 'an order was made',
        context: 'Checkout',
        status: 'PAID',
        n: 2,
      },
    ]);
  });

  it('adds the current trace id', () => {
    const { logger, lines } = capture();
    withTraceId('a'.repeat(32), () => {
      logger.log('inside', 'Ctx');
    });
    logger.log('outside', 'Ctx');
    expect(lines().map(({ traceId }) => traceId)).toEqual(['a'.repeat(32), undefined]);
  });

  it('renames fields that clash with its own', () => {
    const { logger, lines } = capture();
    logger.log('text', { level: 'fatal', time: 'never', msg: 'other', traceId: 'up', context: 'x' }, 'Ctx');
    const [line] = lines();
    expect(line).toMatchObject({ level: 'info', msg: 'text', context: 'Ctx', level_: 'fatal', traceId_: 'up' });
    expect(line?.['time']).not.toBe('never');
  });

  it('redacts message, fields and errors', () => {
    const { logger, lines } = capture();
    logger.warn('mail to a@b.example', { headers: { 'x-api-key': 'S3CRET' } }, 'Ctx');
    logger.error(
      'failed',
      Object.assign(new Error('https://x.example/?k=S3CRET'), { config: { data: 'S3CRET' } }),
      'Ctx',
    );
    expect(JSON.stringify(lines())).not.toMatch(/S3CRET|a@b/);
    expect(lines()).toHaveLength(2);
  });

  it('respects the level', () => {
    const { logger, lines } = capture('warn');
    logger.verbose('v');
    logger.debug('d');
    logger.log('l');
    logger.warn('w');
    logger.error('e');
    logger.fatal('f');
    expect(lines().map(({ level }) => level)).toEqual(['warn', 'error', 'fatal']);
    const silent = capture('silent');
    silent.logger.fatal('f');
    expect(silent.lines()).toEqual([]);
  });
});

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

function registryWith(collect: () => Promise<void>): Registry {
  const registers = [new Registry()];
  new Gauge({ name: 'first', help: 'First.', registers }).set(1);
  new Gauge({ name: 'odd', help: 'Odd.', registers, collect });
  new Gauge({ name: 'last', help: 'Last.', registers }).set(3);
  return registers[0]!;
}

describe('metricsText', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])('leaves out a metric that %s', async (_, collect) => {
    const { text, failed } = await metricsText(registryWith(collect), new ProcessTime(), 20);
    expect(failed).toEqual(['odd']);
    expect(text).toContain('first 1\n');
    expect(text).toContain('last 3\n');
    expect(text).not.toContain('odd');
  });
});
