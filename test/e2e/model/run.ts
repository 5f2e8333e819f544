import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/service.js';
import { orderOf } from '../../support/service.js';
import type { ReplicaIndex } from './commands.js';
import type { Content } from './contents.js';
import type { ModelWorld } from './model-world.js';

/** An answer that showed an order, and how many trades that order had when the question was sent. */
export interface Shown {
  readonly what: string;
  readonly answer: Answer;
  readonly tradesBefore: number;
  /** Places in the order of events of this run: what ended before another began came before it. */
  readonly began: number;
  readonly ended: number;
}

/** A callback that this run sent itself. `status` null: no answer came. */
export interface Called {
  readonly tradeNo: string;
  readonly bytes: string;
  readonly isGoodToken: boolean;
  readonly status: number | null;
}

/** One run: its numbers, and all that was sent and answered in it. */
export class Run {
  /** Begins every number of this run: no other run has it. */
  readonly prefix = `M${randomUUID().replaceAll('-', '').slice(0, 10)}`;
  readonly shown: Shown[] = [];
  readonly called: Called[] = [];
  readonly problems: string[] = [];
  /** Requests that may each have begun to make trades, by number in lower case. */
  readonly requests = new Map<string, number>();
  /** The number that each idempotency key stood for. */
  readonly keyed = new Map<string, string>();
  private readonly pending = new Set<Promise<unknown>>();
  private moments = 0;

  /** `since`: the newest entry of the provider's ledger before this run. */
  constructor(
    readonly world: ModelWorld,
    readonly since: number,
  ) {}

  number(order: number): string {
    return `${this.prefix}-${order}`;
  }

  /**
   * Sends to one replica and keeps what was shown; null: no answer came, because the process is down or died. `allowed`:
   * the statuses that make sense here.
   */
  async send(
    what: string,
    at: ReplicaIndex,
    request: { readonly path: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
    merchantOrderNo: string | null,
    allowed: readonly number[],
  ): Promise<Answer | null> {
    const tradesBefore = merchantOrderNo === null ? 0 : await this.tradesOf(merchantOrderNo);
    const began = (this.moments += 1);
    const answer = await this.fetch(`${this.world.replicas[at].url}${request.path}`, request);
    if (answer === null) return null;
    const ended = (this.moments += 1);
    if (!allowed.includes(answer.status)) {
      this.problems.push(`${what} of ${String(merchantOrderNo)}: answered ${answer.status} ${answer.text}`);
    }
    if (answer.status < 300) this.shown.push({ what, answer, tradesBefore, began, ended });
    return answer;
  }

  private async fetch(
    url: string,
    { body, headers = {} }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer | null> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    try {
      const answer = await fetch(url, body === undefined ? {} : { ...init, body: JSON.stringify(body) });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as Answer['body'] };
    } catch (error) {
      // Not JSON: no valid response. A broken connection: the process died.
      if (error instanceof SyntaxError) this.problems.push(`${url} answered with something that is not JSON`);
      return null;
    }
  }

  /** Counts a request that may begin to make trades. */
  count(merchantOrderNo: string): void {
    const number = merchantOrderNo.toLowerCase();
    this.requests.set(number, (this.requests.get(number) ?? 0) + 1);
  }

  /** A response shows the content of its own request. */
  checkContent(what: string, answer: Answer, { body, amount }: Content): void {
    if (answer.status >= 300) return;
    const order = orderOf(answer);
    for (const field of ['fiat', 'crypto', 'network', 'address', 'country']) {
      if (order[field] !== body[field]) this.problems.push(`${what} shows another ${field}: ${answer.text}`);
    }
    if (order['amount'] !== amount) this.problems.push(`${what} shows another amount: ${answer.text}`);
  }

  private async tradesOf(merchantOrderNo: string): Promise<number> {
    const [row] = await this.world.rows.query<{ n: number | null }>(
      'SELECT max(n) AS n FROM trades WHERE merchant_order_no = $1',
      [merchantOrderNo],
    );
    return row?.n ?? 0;
  }

  /** Goes on beside the commands that follow; {@link ended} waits for it. */
  beside(work: Promise<unknown>): void {
    const kept = work.catch((error: unknown) => this.problems.push(`beside the run: ${String(error)}`));
    this.pending.add(kept);
    void kept.finally(() => this.pending.delete(kept));
  }

  get isQuiet(): boolean {
    return this.pending.size === 0;
  }

  async ended(): Promise<void> {
    await Promise.all(this.pending);
  }
}
