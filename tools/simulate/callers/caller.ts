import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import type { Answer, Request, World } from '../kernel/world.js';

const ANSWER_PATIENCE_MS = 3 * DAY;
const LONGEST_PAUSE_MS = 10 * MINUTE;
/** Between reads of an order on which nothing happens. */
const LONGEST_LULL_MS = 4 * HOUR;

/** An order in the API. */
export interface ShownOrder {
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly payUrl: string | null;
  readonly settled: boolean;
  readonly retryable: boolean;
  readonly trades: readonly { readonly tradeNo: string }[];
  readonly clientSecret?: string | null;
}

/** Why a reader did not see what it waited for. */
export type Unread = 'not_found' | 'impatient';

/** `isTick`: a pause of a loop that never ends, which by itself does not keep the run active. */
export const sleep = (world: World, ms: number, isTick = false): Promise<void> =>
  new Promise((resolve) => {
    world.scheduler.after(ms, resolve, { isTick });
  });

/** Starts a process of its own. An error in it is a fault of the simulator, and ends the run. */
export function begin(world: World, process: Promise<void>): void {
  process.catch((error: unknown) => {
    world.scheduler.after(0, () => {
      throw error;
    });
  });
}

/** The body of an answer of success; null: there was none. */
export const bodyOf = (answer: Answer | null): unknown => (answer !== null && answer.status < 300 ? answer.body : null);

export const codeOf = (answer: Answer | null): string | null =>
  (answer?.body as { code?: string } | null)?.code ?? null;

/** Problems that ask for a repeat. */
const isPassing = (answer: Answer): boolean =>
  [408, 429, 500, 503].includes(answer.status) || codeOf(answer) === 'ramp_protocol';

/** A party that sends requests, always with the same credentials. */
export class Caller {
  constructor(
    readonly world: World,
    readonly who: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** null: no answer came. */
  send(request: Request): Promise<Answer | null> {
    return this.world.request(this.who, { ...request, headers: { ...this.headers, ...request.headers } });
  }

  /** Repeats the identical request with growing pauses until it has an answer to keep. null: none came for days. */
  async ask(request: Request): Promise<Answer | null> {
    const { scheduler } = this.world;
    const until = scheduler.now + ANSWER_PATIENCE_MS;
    for (let pause = SECOND; scheduler.now < until; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const answer = await this.send(request);
      if (answer !== null && !isPassing(answer)) return answer;
      await sleep(this.world, Math.max(pause, SECOND * Number(answer?.headers['retry-after'] ?? 0)));
    }
    return null;
  }

  /** Reads an order until it shows enough. */
  async untilShown(
    number: string,
    isEnough: (order: ShownOrder) => boolean,
    patienceMs: number,
  ): Promise<ShownOrder | Unread> {
    const until = this.world.scheduler.now + patienceMs;
    for (
      let pause = 2 * SECOND;
      this.world.scheduler.now < until;
      pause = Math.min(6 * pause, Math.max(LONGEST_LULL_MS, this.world.scheduler.longestTickMs))
    ) {
      const answer = await this.ask({ method: 'GET', path: `/v1/orders/${number}` });
      const order = bodyOf(answer) as ShownOrder | null;
      if (order !== null && isEnough(order)) return order;
      if (answer?.status === 404) return 'not_found';
      await sleep(this.world, pause);
    }
    return 'impatient';
  }
}
