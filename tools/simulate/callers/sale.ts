import { DAY, HOUR, MINUTE } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
import { bodyOf } from './caller.js';
import type { Caller, ShownOrder } from './caller.js';
import { customerOf, serverFields } from './contents.js';
import { KnownOrder } from './scene.js';
import type { Scene } from './scene.js';

const PATIENCE_MS = 10 * DAY;

/** A customer sells at the provider, and the shop registers the sale, before or after. */
export class Sale extends KnownOrder {
  constructor(
    scene: Scene,
    n: number,
    private readonly shop: Caller,
    dice: Dice,
  ) {
    super(scene, n, customerOf(n), dice);
  }

  protected async live(): Promise<void> {
    const { scene, dice } = this;
    const merchantOrderNo = `S-${this.n}`;
    const sell = () => {
      const cryptoAmount = `${dice.int(50, 900)}.${dice.int(1, 9)}`;
      scene.provider.makeSale({ merchantOrderNo, crypto: 'USDT', network: 'ETH', fiat: 'USD', cryptoAmount });
    };
    const isMadeFirst = dice.chance(0.5);
    if (isMadeFirst) sell();
    if (!(await scene.goesOnAfter(dice, 0, HOUR)) || !(await this.register(merchantOrderNo))) return;
    if (!isMadeFirst && (await scene.goesOnAfter(dice, MINUTE, 5 * HOUR))) sell();
    await this.shop.untilShown(this.number ?? '', ({ settled }) => settled, PATIENCE_MS);
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
