import { beforeEach, expect, it } from 'vitest';
import type { RampResult } from '#src/ramp/port/ramp.errors.js';
import { CircuitBreaker } from '#src/ramp/provider/circuit-breaker.js';
import { ProviderState } from '#src/ramp/provider/provider-state.js';
import { FakeTime } from './support/fake-time.js';

type Result = RampResult<unknown>;

const of = (endpoint: string, rest: object): Result => ({ evidence: { endpoint }, ...rest }) as Result;
const TIMEOUT = of('create', { kind: 'unknown', reason: 'timeout' });
const CREATED = of('create', { kind: 'answered' });

let time: FakeTime;
let state: ProviderState;

beforeEach(() => {
  time = new FakeTime();
  state = new ProviderState(time, new CircuitBreaker(time, () => undefined));
});

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
