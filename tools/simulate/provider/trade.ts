import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
import type { World } from '../kernel/world.js';
import type { Fields } from './signed-request.js';

export type Side = 'BUY' | 'SELL';

const PAID = { BUY: ['PAY_SUCCESS', 'TRANSFER', 'FINISHED'], SELL: ['2', '3', '4'] };

/** One field that the record states wrongly. Lasting: also when faults are over. */
interface Lie {
  readonly field: string;
  readonly value: string;
  readonly isLasting: boolean;
}

const WRONG: Fields = {
  address: '0x000000000000000000000000000000000000dEaD',
  crypto: 'SHIB',
  network: 'MATIC',
  fiat: 'GBP',
  amount: '77777',
  appId: 'app-of-another-merchant',
};

/**
 * An order at the provider, and its life: a path of statuses with seconds to hours between them. Whatever strikes, a paid
 * one reaches its end.
 */
export class Trade {
  readonly payUrl: string | null;
  readonly history: { readonly at: number; readonly status: string }[] = [];
  status = '';
  /** Deleted by the provider: not found. */
  isForgotten = false;
  /** Its prices change with each answer until it is paid. */
  readonly drifts: boolean;
  #lie: Lie | null = null;
  #isOpened = false;

  /** `tradeNo`: the merchant's number. */
  constructor(
    private readonly world: World,
    readonly dice: Dice,
    readonly side: Side,
    readonly orderNo: string,
    readonly tradeNo: string | null,
    readonly terms: Fields,
    private readonly changed: (trade: Trade) => void,
  ) {
    const { faults } = world;
    this.payUrl = side === 'BUY' ? `https://pay.provider.example/p/${dice.uuid()}` : null;
    this.drifts = faults.strikes('provider_drifts');
    this.#become(side === 'BUY' ? 'PENDING' : '1');
    if (faults.strikes('wrong_record')) this.#planLie();
    if (side === 'SELL') this.#live(this.#sale());
    else if (dice.chance(0.5)) this.#after(dice.int(HOUR, DAY), () => this.cancel());
    if (side === 'BUY' && faults.strikes('provider_forgets')) {
      const afterMs = dice.chance(0.5) ? dice.int(MINUTE, 6 * HOUR) : dice.int(2 * DAY, 10 * DAY);
      this.#misbehaveAfter(afterMs, () => (this.isForgotten = this.paidAt === null));
    }
  }

  /** Milliseconds since 1970; null: never. */
  firstAt(...statuses: readonly string[]): number | null {
    return this.history.find(({ status }) => statuses.includes(status))?.at ?? null;
  }

  /** When the provider first had the customer's money, or coins. */
  get paidAt(): number | null {
    return this.firstAt(...PAID[this.side]);
  }

  get lie(): Lie | null {
    return this.world.faults.isOver && this.#lie?.isLasting !== true ? null : this.#lie;
  }

  /** A customer opened its page, and may come back to it days later. */
  open(): void {
    if (this.#isOpened) return;
    this.#isOpened = true;
    if (this.world.faults.strikes('paid_late')) this.#misbehaveAfter(this.dice.int(HOUR, 4 * DAY), () => this.pay());
  }

  /** False: it was paid before, or is no longer there. */
  pay(): boolean {
    const isPayable = this.side === 'BUY' && this.#isUnpaid();
    if (!isPayable) return false;
    this.#become('PAY_SUCCESS');
    this.#live(this.#purchase());
    return true;
  }

  fail(): void {
    if (this.status === 'PENDING' && this.#isUnpaid()) this.#become('PAY_FAIL');
  }

  cancel(): void {
    if (this.status !== 'CANCEL' && this.#isUnpaid()) this.#become('CANCEL');
  }

  #isUnpaid(): boolean {
    return !this.isForgotten && this.paidAt === null;
  }

  /** After payment. */
  #purchase(): string[] {
    const { dice } = this;
    const [early, late] = this.#mindChanges();
    const start = [...(early ? ['PENDING', 'PAY_SUCCESS'] : []), ...this.#unknown('RISK_CONTROL', 'INVALID_ADDRESS')];
    if (dice.chance(0.03)) return [...start, 'REFUNDED'];
    const transfer = dice.chance(0.8) ? ['TRANSFER'] : [];
    const end = late ? [dice.pick(['PENDING', 'PAY_FAIL', 'CANCEL', 'TRANSFER']), 'FINISHED'] : [];
    return [...start, ...transfer, 'FINISHED', ...end];
  }

  #sale(): string[] {
    const { dice } = this;
    const [early, late] = this.#mindChanges();
    const paid = ['2', ...(early ? ['1', '2'] : []), ...this.#unknown('9'), '3'];
    if (dice.chance(0.2)) return this.world.faults.strikes('paid_late') ? ['7', ...paid, '4'] : ['7'];
    if (dice.chance(0.1)) return [...paid, '5', ...(dice.chance(0.7) ? ['6'] : [])];
    return [...paid, '4', ...(late ? ['3', '4'] : [])];
  }

  #unknown(...words: readonly string[]): string[] {
    return this.world.faults.strikes('unknown_status') ? [this.dice.pick(words)] : [];
  }

  #mindChanges(): readonly [early: boolean, late: boolean] {
    if (!this.world.faults.strikes('provider_changes_mind')) return [false, false];
    return this.dice.chance(0.5) ? [true, false] : [false, true];
  }

  #live([next, ...rest]: readonly string[]): void {
    if (next === undefined) return;
    // From 5 seconds to 4 hours, short times as often as long ones.
    this.#after(Math.round(5 * SECOND * 2880 ** this.dice.number()), () => {
      this.#become(next);
      this.#live(rest);
    });
  }

  #planLie(): void {
    const { terms, dice } = this;
    const [field, value] = dice.pick(Object.entries(WRONG).filter(([name]) => name in terms || name === 'appId'));
    const isLasting = dice.chance(0.3);
    this.#misbehaveAfter(dice.chance(0.5) ? 0 : dice.int(MINUTE, 6 * HOUR), () => {
      this.#lie = { field, value, isLasting };
      if (!isLasting) this.#after(dice.int(MINUTE, 12 * HOUR), () => (this.#lie = null));
    });
  }

  #become(status: string): void {
    this.status = status;
    this.history.push({ at: this.world.scheduler.now, status });
    this.world.scheduler.markActive();
    this.world.note('provider', `${this.side} ${this.orderNo} is ${status}`);
    this.changed(this);
  }

  #misbehaveAfter(ms: number, act: () => unknown): void {
    this.#after(ms, () => this.world.faults.isOver || act());
  }

  #after(ms: number, act: () => unknown): void {
    this.world.scheduler.after(ms, act);
  }
}
