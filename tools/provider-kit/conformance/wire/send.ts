import type { HttpCall } from '../../../../src/ramp/calls/signed-call.js';
import { HttpTransport } from '../../../../src/ramp/calls/http-transport.js';
import { openAnswer } from '../../../../src/ramp/wire/wire.js';
import type { Answered, Unanswered } from './exchange.js';

/** Sends one call as the service does, on a connection of its own. */
export async function send(call: HttpCall, timeoutMs: number): Promise<Answered | Unanswered> {
  const startedAt = Date.now();
  const since = performance.now();
  const exchange = await new HttpTransport({ ramp: { timeoutMs, maxConcurrency: 1 } }).send(call);
  if (exchange.kind === 'held_back') return { kind: 'unanswered', detail: exchange.reason };
  if (exchange.kind !== 'reply') return { kind: 'unanswered', detail: exchange.detail };
  const milliseconds = Math.round(performance.now() - since);
  const { status, date, body } = exchange;
  return {
    kind: 'answered',
    answer: openAnswer(status, date, body),
    milliseconds,
    midway: startedAt + Math.round(milliseconds / 2),
  };
}
