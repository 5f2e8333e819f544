import { HOUR, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
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

/** Tells the merchant about purchases that were paid, failed or finished. Delays differ, so that order is not kept. */
export class Callbacks {
  readonly #dice: Dice;

  constructor(
    private readonly world: World,
    private readonly send: SendCallback,
  ) {
    this.#dice = world.dice.fork('provider/callbacks');
  }

  tell(trade: Trade): void {
    const { faults } = this.world;
    const { callbackUrl: url = '' } = trade.terms;
    if (url === '' || !TOLD.includes(trade.status)) return;
    const body = JSON.stringify({ ...recordOf(trade), merchantOrderNo: trade.tradeNo, message: '' });
    if (!faults.strikes('callback_lost')) this.#deliver(url, body, this.#delay());
    if (faults.strikes('callback_repeated')) this.#deliver(url, body, this.#delay() + this.#dice.int(0, 6 * HOUR));
  }

  /** From someone who learned the address: it claims what is not so. */
  planForged(trade: Trade): void {
    const { callbackUrl: url = '' } = trade.terms;
    if (url === '' || !this.world.faults.strikes('callback_forged')) return;
    const claim = { ...recordOf(trade), status: 'FINISHED', merchantOrderNo: trade.tradeNo, amount: '1.00' };
    const body = this.#dice.pick([
      JSON.stringify(claim),
      JSON.stringify({ status: { no: 'word' } }),
      '{"status":',
      'x=1&x=2',
    ]);
    this.#deliver(url, body, this.#dice.int(SECOND, 6 * HOUR));
  }

  #delay(): number {
    return this.world.faults.strikes('callback_reordered')
      ? this.#dice.int(MINUTE, 12 * HOUR)
      : this.#dice.int(100, 5 * SECOND);
  }

  #deliver(url: string, body: string, inMs: number, attempt = 0): void {
    const { scheduler } = this.world;
    scheduler.after(inMs, () => {
      const headers = { 'content-type': 'application/json', timestamp: String(scheduler.now) };
      // Not awaited: the answer comes with a later event.
      void this.send(url, headers, body).then((status) => {
        const again = RETRY_AFTER_MS[attempt];
        if (status !== 200 && again !== undefined) this.#deliver(url, body, again, attempt + 1);
      });
    });
  }
}
