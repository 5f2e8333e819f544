import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutBody, newNumber, until } from '../support/service.js';
import type { Answer, OrderBody } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

/** A scenario as the simulator lists it. */
interface Scenario {
  readonly word: string;
  readonly suffix: string;
  readonly side: 'BUY' | 'SELL';
  readonly ends: {
    readonly status: string;
    readonly inReview?: boolean;
    readonly problem?: string;
    readonly trades?: number;
  };
}

/** Those whose provider stays silent until the service gives up waiting; together they would look like an outage. */
const SILENT = new Set(['hang', 'hang-after', 'no-answers']);
const PATIENCE_MS = 45_000;

let world: World;
let scenarios: readonly Scenario[];
beforeAll(async () => {
  world = await startWorld({ RAMP_ACCESS_TOKEN_REFUSED_CODES: '1003' });
  scenarios = (await world.sandbox.control<{ scenarios: Scenario[] }>('GET', '/scenarios')).scenarios;
});
afterAll(() => world.close());

/** Checks out, follows the order, and gives what does not fit the documented ending; an empty text: all does. */
async function play({ suffix, ends }: Scenario): Promise<string> {
  const number = `${newNumber()}${suffix}`;
  return problemsOf(await world.service.checkout(checkoutBody({ merchantOrderNo: number })), number, ends);
}

async function problemsOf(answer: Answer, number: string, ends: Scenario['ends']): Promise<string> {
  const code = answer.body['code'] ?? null;
  if (code !== (ends.problem ?? null)) return `answered ${answer.status} ${answer.text}`;
  let seen: OrderBody | null = null;
  const ended = await until(
    number,
    async () => {
      seen = await world.service.read(number);
      return fits(seen, ends);
    },
    PATIENCE_MS,
  ).catch(() => false);
  if (!ended) return JSON.stringify(seen);
  await untilAtRest(number);
  seen = await world.service.read(number);
  if (!fits(seen, ends)) return `only for a while: ${JSON.stringify(seen)}`;
  return historyProblems(await world.rows.whole(number)).join('; ');
}

/** The provider's order goes no further, and the service has asked about it since. */
function untilAtRest(number: string): Promise<true> {
  return until(
    `${number} at rest`,
    async () => {
      const order = (await world.sandbox.orders(number))[0];
      if (order === undefined) return true;
      // Reading is a hint: also of what the schedule would look at in an hour.
      await world.service.read(number);
      const { at } = order.history.at(-1)!;
      const asked = await world.sandbox.queries(number);
      return order.next === null && asked.some((query) => query.at > at && query.outcome !== 'pending');
    },
    PATIENCE_MS,
  );
}

function fits({ status, inReview, trades }: OrderBody, ends: Scenario['ends']): boolean {
  return status === ends.status && inReview === (ends.inReview ?? false) && trades.length === (ends.trades ?? 1);
}

/** By word, what does not fit; empty: all does. */
async function playAll(played: readonly Scenario[]): Promise<Record<string, string>> {
  const found = await Promise.all(played.map(async (scenario) => [scenario.word, await play(scenario)] as const));
  return Object.fromEntries(found.filter(([, problem]) => problem !== ''));
}

describe('every scenario of BUY ends as it is documented', () => {
  it('those that are answered', async () => {
    const played = scenarios.filter(({ side, word }) => side === 'BUY' && !SILENT.has(word));
    expect(played.length).toBeGreaterThan(40);
    expect(await playAll(played)).toEqual({});
  });

  it('those that are not', async () => {
    const played = scenarios.filter(({ word }) => SILENT.has(word));
    expect(played).toHaveLength(SILENT.size);
    for (const scenario of played) expect(await playAll([scenario])).toEqual({});
  });
});

describe('a scenario by the merchant’s name', () => {
  const named = (word: string): Scenario => scenarios.find((scenario) => scenario.word === word)!;

  it('is played under a number that the service made', async () => {
    const body = checkoutBody({ merchantOrderNo: undefined, merchantName: 'Fish & Chips ..pay-fail' });
    const answer = await world.service.checkout(body);
    const number = String(answer.body['merchantOrderNo']);
    expect(await problemsOf(answer, number, named('pay-fail').ends)).toBe('');
  });

  it('holds for every attempt, so that nothing is ever created', async () => {
    const body = checkoutBody({ merchantName: '..lost-request' });
    const number = String(body['merchantOrderNo']);
    const answer = await world.service.checkout(body);
    expect(await problemsOf(answer, number, { status: 'EXPIRED', trades: 3 })).toBe('');
    expect(await world.service.read(number)).toMatchObject({ failure: { code: 'not_created' } });
    expect(await world.sandbox.orders(number)).toEqual([]);
  });
});
