import { HOUR, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import type { World } from '../kernel/world.js';
import { recordOf } from './records.js';
import type { Trade } from './trade.js';

/** Resolves to the HTTP status; null: no answer. */
export type SendCallback = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<number | null>;

const TOLD = ['PAY_FAIL', 'PAY_SUCCESS', 'FINISHED'];

const RETRY_AFTER_MS = [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR];

/** Tells the merchant of purchases that were paid, failed or finished. Delays differ, so order is not kept. */
export class Callbacks {
  constructor(
    private readonly world: World,
    private readonly send: SendCallback,
  ) {}

  tell(trade: Trade): void {
    const { faults } = this.world;
    if (!TOLD.includes(trade.status)) return;
    const body = JSON.stringify({ ...recordOf(trade), merchantOrderNo: trade.tradeNo });
    const mostMs = faults.strikes('callback_reordered') ? 12 * HOUR : 5 * SECOND;
    if (!faults.strikes('callback_lost')) this.#deliver(trade, body, trade.dice.int(100, mostMs));
    if (faults.strikes('callback_repeated')) this.#deliver(trade, body, trade.dice.int(100, 6 * HOUR));
  }

  /** From someone who learned the address: it claims what is not so. */
  planForged(trade: Trade): void {
    if (!this.world.faults.strikes('callback_forged')) return;
    const claim = { ...recordOf(trade), status: 'FINISHED', merchantOrderNo: trade.tradeNo, amount: '1.00' };
    const bodies = [JSON.stringify(claim), '{"status":{"no":"word"}}', '{"status":', 'status=FINISHED&status=PENDING'];
    this.#deliver(trade, trade.dice.pick(bodies), trade.dice.int(SECOND, 6 * HOUR));
  }

  #deliver(trade: Trade, body: string, inMs: number, attempt = 0): void {
    const { callbackUrl = '' } = trade.terms;
    const { scheduler } = this.world;
    if (callbackUrl === '') return;
    scheduler.after(inMs, () => {
      const headers = { 'content-type': 'application/json', timestamp: String(scheduler.now) };
      // Not awaited: the answer comes with a later event.
      void this.send(callbackUrl, headers, body).then((status) => {
        const again = RETRY_AFTER_MS[attempt];
        if (status !== 200 && again !== undefined) this.#deliver(trade, body, again, attempt + 1);
      });
    });
  }
}
