import { beforeEach, describe, expect, it } from 'vitest';
import { ProviderClock } from '#src/ramp/provider/provider-clock.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import type { RampResult } from '#src/ramp/port/ramp.errors.js';
import { CircuitBreaker } from '#src/ramp/provider/circuit-breaker.js';
import { ProviderState } from '#src/ramp/provider/provider-state.js';
import { FakeTime } from '../../support/fake-time.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let metrics: Metrics;
let provider: ProviderClock;
let time: FakeTime;
let state: ProviderState;
beforeEach(() => {
  time = new FakeTime();
  metrics = new Metrics();
  provider = new ProviderClock(time, metrics);
  state = new ProviderState(time, new CircuitBreaker(time, () => undefined));
});

/** An answer now, dated by a clock that is ahead by `ahead`. */
function answered(ahead: number, refusedStamp: number | null = null): void {
  time.wall += 3 * SECOND;
  const date = Math.floor((time.wall + ahead) / SECOND) * SECOND;
  provider.note({ sentAt: time.wall - 50, receivedAt: time.wall + 50, date }, refusedStamp);
}

/** A provider whose clock is ahead by `ahead` refuses the present timestamp. */
const refused = (ahead: number): void => answered(ahead, provider.timestampNow());

const correction = (): number => Math.round((provider.timestampNow() - time.wall) / SECOND);

const sample = (name: string): Promise<string> =>
  metrics.registry.getSingleMetricAsString(`ramp_checkout_provider_clock_${name}`).then(
    (text) =>
      text
        .split('\n')
        .find((line) => !line.startsWith('#') && line !== '')
        ?.split(' ')[1] ?? 'absent',
  );

describe('timestamps', () => {
  it('follow our own clock in spite of the dates of answers', () => {
    for (let i = 0; i < 20; i++) answered(20 * MINUTE);
    expect(provider.timestampNow()).toBe(time.wall);
    expect(Math.abs(provider.skewSeconds! - 1200)).toBeLessThan(0.6);
    expect(provider.isCorrecting).toBe(false);
  });

  it.each([20 * MINUTE, -20 * MINUTE, 40 * SECOND, -3 * 60 * MINUTE])(
    'follow the provider’s clock after it refused ours: %i ms',
    (ahead) => {
      refused(ahead);
      expect(Math.abs(provider.timestampNow() - time.wall - ahead)).toBeLessThan(600);
      expect(provider.isCorrecting).toBe(true);
    },
  );

  it('follow the refusing answer at once, in spite of earlier ones', () => {
    for (let i = 0; i < 8; i++) answered(0);
    refused(20 * MINUTE);
    expect(correction()).toBeCloseTo(1200, -1);
  });

  it('keep to it in spite of the dates of other answers', () => {
    refused(20 * MINUTE);
    const before = provider.timestampNow() - time.wall;
    for (const ahead of [20 * MINUTE + 900, -40 * MINUTE, 0]) answered(ahead);
    expect(provider.timestampNow() - time.wall).toBe(before);
  });

  it('agree after several refusals in flight', () => {
    const [one, two] = [provider.timestampNow(), provider.timestampNow()];
    answered(20 * MINUTE, one);
    answered(20 * MINUTE, two);
    expect([correction(), provider.isCorrecting]).toEqual([expect.closeTo(1200, -1), true]);
  });

  it('stay ours if the refused one was merely old', () => {
    answered(0, time.wall - 10 * MINUTE);
    expect([provider.timestampNow(), provider.isCorrecting]).toEqual([time.wall, false]);
  });

  it('stay ours if the date does not explain the refusal', () => {
    refused(300);
    expect([provider.timestampNow(), provider.isCorrecting]).toEqual([time.wall, false]);
  });

  it('are ours again after corrected ones are refused', () => {
    refused(20 * MINUTE);
    refused(20 * MINUTE);
    expect([provider.timestampNow(), provider.isCorrecting]).toEqual([time.wall, false]);
  });

  it('follow the provider after its clock is corrected', () => {
    refused(20 * MINUTE);
    expect(correction()).toBeCloseTo(1200, -1);
    refused(0);
    expect(Math.abs(correction())).toBeLessThanOrEqual(1);
  });

  it('do not follow an implausible date', () => {
    refused(-time.wall);
    expect([provider.timestampNow(), provider.isCorrecting]).toEqual([time.wall, false]);
  });
});

describe('the skew', () => {
  it('is null until an answer has a date', async () => {
    expect(provider.skewSeconds).toBeNull();
    expect(await sample('skew_seconds')).toBe('absent');
    expect(await sample('corrected')).toBe('0');
  });

  it('is in seconds, with the flag for correction', async () => {
    refused(-90 * SECOND);
    expect(Math.abs(Number(await sample('skew_seconds')) + 90)).toBeLessThan(0.6);
    expect(await sample('corrected')).toBe('1');
  });
});

type Result = RampResult<unknown>;

const of = (endpoint: string, rest: object): Result => ({ evidence: { endpoint }, ...rest }) as Result;
const TIMEOUT = of('create', { kind: 'unknown', reason: 'timeout' });
const CREATED = of('create', { kind: 'answered' });

it.each<[string, Result[], boolean]>([
  ['no create', [], false],
  ['one that timed out', [TIMEOUT], false],
  ['two in a row', [TIMEOUT, TIMEOUT], true],
  ['two with an answer between', [TIMEOUT, CREATED, TIMEOUT], false],
  ['two with a refusal between', [TIMEOUT, of('create', { kind: 'refused' }), TIMEOUT], false],
  ['two with an answered query between', [TIMEOUT, of('query', { kind: 'answered' }), TIMEOUT], true],
  [
    'two with a lost connection between',
    [TIMEOUT, of('create', { kind: 'unknown', reason: 'connection_lost' }), TIMEOUT],
    true,
  ],
  [
    'two queries',
    [of('query', { kind: 'unknown', reason: 'timeout' }), of('query', { kind: 'unknown', reason: 'timeout' })],
    false,
  ],
])('creates time out after %s: %s', (_, results, expected) => {
  for (const result of results) state.note(result);
  expect(state.areCreatesTimingOut()).toBe(expected);
});

it('creates rest for that time only', async () => {
  for (const result of [TIMEOUT, TIMEOUT]) state.note(result);
  await time.pass(4999);
  expect(state.areCreatesTimingOut()).toBe(true);
  await time.pass(1);
  expect(state.areCreatesTimingOut()).toBe(false);
});
