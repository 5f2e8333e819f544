import { DAY, HOUR, MINUTE } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
import { bodyOf } from './caller.js';
import type { Caller, ShownOrder } from './caller.js';
import { basketOf, customerOf, serverFields } from './contents.js';
import type { KnownOrder, Scene } from './scene.js';

const PATIENCE_MS = 10 * DAY;

/** A customer sells at the provider, and the shop registers the sale, before or after. */
export class Sale implements KnownOrder {
  number: string | null = null;
  clientSecret: string | null = null;
  readonly customer: string;
  readonly marks: Set<string>;
  isOver = false;

  constructor(
    private readonly scene: Scene,
    readonly n: number,
    private readonly shop: Caller,
    private readonly dice: Dice,
  ) {
    this.customer = customerOf(n);
    this.marks = new Set([basketOf(n)]);
  }

  async run(): Promise<void> {
    const { scene, dice, n } = this;
    const merchantOrderNo = `S-${n}`;
    const sell = () => {
      const cryptoAmount = `${dice.int(50, 900)}.${dice.int(1, 9)}`;
      scene.provider.makeSale({ merchantOrderNo, crypto: 'USDT', network: 'ETH', fiat: 'USD', cryptoAmount });
    };
    if (await scene.goesOnAfter(dice, 0, scene.spanMs)) {
      const isMadeFirst = dice.chance(0.5);
      if (isMadeFirst) sell();
      const isRegistered = (await scene.goesOnAfter(dice, 0, HOUR)) && (await this.register(merchantOrderNo));
      if (isRegistered && !isMadeFirst && (await scene.goesOnAfter(dice, MINUTE, 5 * HOUR))) sell();
      if (isRegistered) await this.shop.untilShown(this.number ?? '', ({ settled }) => settled, PATIENCE_MS);
    }
    this.isOver = true;
  }

  private async register(merchantOrderNo: string): Promise<boolean> {
    const { customer, metadata } = serverFields(this.n);
    const body = { merchantOrderNo, customer: { id: customer.id }, metadata };
    const sale = bodyOf(await this.shop.ask({ method: 'POST', path: '/v1/sell-orders', body })) as ShownOrder | null;
    this.number = sale?.merchantOrderNo ?? null;
    this.clientSecret = sale?.clientSecret ?? null;
    return sale !== null;
  }
}
