import type { Dice } from '../kernel/dice.js';
import type { World } from '../kernel/world.js';
import { sleep } from './caller.js';
import { basketOf } from './contents.js';

const RUSH_MS = 10;

/** The provider as its customers see it. */
export interface CustomerSide {
  /** Opens a payment page; null: there is none. */
  at(payUrl: string): { pay(): unknown; fail(): unknown; cancel(): unknown } | null;
  /** A customer begins to sell on the provider's own pages. */
  makeSale(sale: Readonly<Record<'merchantOrderNo' | 'crypto' | 'network' | 'fiat' | 'cryptoAmount', string>>): unknown;
}

/** What the callers of a run share. */
export class Scene {
  readonly orders: KnownOrder[] = [];
  /** Many orders begin at this moment, at once. */
  readonly rushAt: number;
  #isCalm = false;

  /** `spanMs`: orders begin within this time. */
  constructor(
    readonly world: World,
    readonly provider: CustomerSide,
    readonly spanMs: number,
  ) {
    this.rushAt = world.dice.fork('rush').int(0, spanMs);
  }

  /** The active part is over: nobody begins anything new. */
  isCalm(): boolean {
    return this.#isCalm;
  }

  calm(): void {
    this.#isCalm = true;
  }

  /** Resolves to whether the active part still goes on. `isTick`: as for `sleep`. */
  async goesOnAfter(dice: Dice, fromMs: number, toMs: number, isTick = false): Promise<boolean> {
    await sleep(this.world, dice.int(fromMs, toMs), isTick);
    return !this.#isCalm;
  }
}

/** An order of a run, as those outside the service know it. */
export abstract class KnownOrder {
  /** null: not known yet. */
  number: string | null = null;
  /** Lets the customer read and retry the order. */
  clientSecret: string | null = null;
  /** Personal data that was sent with the order and with no other. */
  readonly marks: Set<string>;
  /** Nobody acts for it any more. */
  isOver = false;

  /** `customer`: null: the order names none. */
  constructor(
    protected readonly scene: Scene,
    readonly n: number,
    readonly customer: string | null,
    protected readonly dice: Dice,
  ) {
    this.marks = new Set([basketOf(n)]);
  }

  async run(): Promise<void> {
    const { rushAt, spanMs } = this.scene;
    const [from, to] = this.dice.fork('rush').chance(0.7) ? [rushAt, rushAt + RUSH_MS] : [0, spanMs];
    if (await this.scene.goesOnAfter(this.dice, from, to)) await this.live();
    this.isOver = true;
  }

  protected abstract live(): Promise<void>;
}
