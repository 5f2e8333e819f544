import type { Answer, OrderBody } from './service.js';
import { until } from './service.js';
import { historyProblems } from './service-history.js';
import type { World } from './service-world.js';

/** A scenario in the simulator's list. */
export interface Scenario {
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

const PATIENCE_MS = 45_000;
const LANES = 6;

export async function scenariosOf({ sandbox }: World, side: Scenario['side']): Promise<readonly Scenario[]> {
  const { scenarios } = await sandbox.control<{ scenarios: readonly Scenario[] }>('GET', '/scenarios');
  return scenarios.filter((scenario) => scenario.side === side);
}

/** Follows an order until provider and service rest. Returns the difference from the documented ending; empty: none. */
export async function misfit(world: World, answer: Answer, number: string, ends: Scenario['ends']): Promise<string> {
  const code = answer.body['code'] ?? null;
  if (code !== (ends.problem ?? null)) return `answered ${answer.status} ${answer.text}`;
  let seen = await world.service.read(number);
  const look = async (): Promise<boolean> => {
    seen = await world.service.read(number);
    return fits(seen, ends);
  };
  if (!(await until(number, look, PATIENCE_MS).catch(() => false))) return JSON.stringify(seen);
  await untilAtRest(world, number);
  if (!(await look())) return `only for a while: ${JSON.stringify(seen)}`;
  return historyProblems(await world.rows.whole(number)).join('; ');
}

/** A few at a time, for a busy machine. Returns differences by scenario. */
export async function misfits(
  played: readonly Scenario[],
  play: (scenario: Scenario) => Promise<string>,
): Promise<Record<string, string>> {
  const left = [...played];
  const found: Record<string, string> = {};
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const problem = await play(next);
      if (problem !== '') found[next.word] = problem;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

function fits({ status, inReview, trades }: OrderBody, ends: Scenario['ends']): boolean {
  return status === ends.status && inReview === (ends.inReview ?? false) && trades.length === (ends.trades ?? 1);
}

/** The provider's order is at its end, and the service has queried it since. */
function untilAtRest({ sandbox, service }: World, number: string): Promise<true> {
  return until(
    `${number} at rest`,
    async () => {
      const order = (await sandbox.orders(number))[0];
      if (order === undefined) return true;
      // A read requests a poll, also of trades that are due in an hour.
      await service.read(number);
      const { at } = order.history.at(-1)!;
      const asked = await sandbox.queries(number);
      return order.next === null && asked.some((query) => query.at > at && query.outcome !== 'pending');
    },
    PATIENCE_MS,
  );
}
