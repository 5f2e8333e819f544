import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
import type { Request } from '../kernel/world.js';
import { begin, bodyOf, Caller, codeOf } from './caller.js';
import type { ShownOrder, Unread } from './caller.js';
import { content, customerOf, otherContent, serverFields, spoilt } from './contents.js';
import type { Content } from './contents.js';
import { followOrder } from './page.js';
import { KnownOrder } from './scene.js';
import type { Scene } from './scene.js';

const PAGE_PATIENCE_MS = 12 * HOUR;
const OUTCOME_PATIENCE_MS = 5 * DAY;

/** How a request says which order it is about. */
type Naming = { readonly number: string } | { readonly key: string };

interface Quote {
  readonly cryptoQuantity: string | null;
}

/** From the checkout to the last retry. */
export class Purchase extends KnownOrder {
  private content: Content;
  private readonly naming: Naming;
  /** Payment pages, oldest first. */
  private readonly pages: string[] = [];

  /** `buyer`: a shop, or a guest, who may neither choose the number nor name a customer. */
  constructor(
    scene: Scene,
    n: number,
    private readonly buyer: Caller,
    private readonly isGuest: boolean,
    dice: Dice,
  ) {
    super(scene, n, isGuest ? null : customerOf(n), dice);
    this.content = content(dice, n);
    // Sometimes the number of the order before, which is another shop's.
    const number = `A-${dice.chance(0.05) ? n - 1 : n}`;
    this.naming = isGuest || dice.chance(0.1) ? { key: dice.uuid() } : { number };
  }

  protected async live(): Promise<void> {
    const { dice, naming } = this;
    if (dice.fork('quote').chance(0.4)) await this.showPrice(dice.fork('tolerance').pick(['0', '1', '5']));
    // A shop corrects its mistake under the same number.
    if (dice.chance(0.1)) await this.buyer.ask(this.checkout(spoilt(dice, this.content), naming));
    // Places an order again that cannot be found any more.
    for (let places = 3; places > 0 && (await this.place()) && (await this.follow()); places--) continue;
    const later = dice.fork('later');
    while (later.chance(0.4) && (await this.scene.goesOnAfter(later, HOUR, 2 * DAY))) await this.repeat(later);
  }

  /** The customer comes back to a shop that has forgotten the outcome, or another customer of the shop gets the number. */
  private async repeat(dice: Dice): Promise<void> {
    const request = this.checkout(this.content, this.naming);
    const customer = { id: `another-${customerOf(this.n)}` };
    const isOther = !this.isGuest && dice.chance(0.2);
    await this.buyer.ask(isOther ? { ...request, body: { ...(request.body as object), customer } } : request);
  }

  /** Shows the customer a price, with which the order is made from then on. */
  private async showPrice(tolerancePercent: string): Promise<void> {
    const { crypto, network, fiat, country, amount, payWayCode } = this.content;
    const body = { side: 'BUY', crypto, network, fiat, country, amount, payWayCode };
    const answer = bodyOf(await this.buyer.ask({ method: 'POST', path: '/v1/quotes', body }));
    this.take((answer as { items: [Quote] } | null)?.items[0] ?? null, tolerancePercent);
  }

  private take(quote: Quote | null, tolerancePercent: string): void {
    const cryptoQuantity = quote?.cryptoQuantity ?? null;
    if (cryptoQuantity !== null) this.content = { ...this.content, quote: { cryptoQuantity, tolerancePercent } };
  }

  /** False: no order came of it, or its buyer cannot read it. */
  private async place(): Promise<boolean> {
    const { dice, naming } = this;
    for (let tries = dice.int(1, 3); tries > 0; tries--) {
      const wanted = this.content;
      const all = Array.from({ length: dice.chance(0.3) ? dice.int(2, 4) : 1 }, () => this.checkout(wanted, naming));
      if (dice.chance(0.05)) all.push(this.checkout(otherContent(dice, wanted), naming));
      if (dice.chance(0.05)) all.push(this.checkout(wanted, inOtherCase(naming)));
      const [answer = null] = await Promise.all(all.map((one) => this.buyer.ask(one)));
      const order = bodyOf(answer) as ShownOrder | null;
      if (order !== null) return this.know(order);
      const { quote = null } = (answer?.body ?? {}) as { quote?: Quote | null };
      if (codeOf(answer) === 'quote_moved') this.take(quote, dice.pick(['0', '1', '5']));
      if (answer?.status === 409 || !(await this.scene.goesOnAfter(dice, MINUTE, 3 * HOUR))) return false;
    }
    return false;
  }

  private know({ merchantOrderNo, clientSecret = null }: ShownOrder): boolean {
    this.number = merchantOrderNo;
    this.clientSecret = clientSecret;
    if (clientSecret !== null && this.dice.fork('page').chance(0.4)) {
      begin(this.scene.world, followOrder(this.holder(), merchantOrderNo));
    }
    return !this.isGuest || clientSecret !== null;
  }

  /** Resolves to whether the order is lost. */
  private async follow(): Promise<boolean> {
    for (;;) {
      const made = await this.until(({ payUrl, status }) => payUrl !== null || status !== 'CREATING', PAGE_PATIENCE_MS);
      if (typeof made === 'string' || this.scene.isCalm()) return made === 'not_found';
      if (made.payUrl !== null) {
        this.pages.push(made.payUrl);
        begin(this.scene.world, this.visit([...this.pages], this.dice.fork(`visit ${this.pages.length}`)));
      }
      const ended = await this.until(({ settled, retryable }) => settled || retryable, OUTCOME_PATIENCE_MS);
      if (typeof ended === 'string') return ended === 'not_found';
      if (!ended.retryable || !this.dice.chance(0.6) || !(await this.retry(ended))) return false;
    }
  }

  /** What the customer does with the newest page, and with the page of an older trade. */
  private async visit(pages: readonly string[], dice: Dice): Promise<void> {
    const { provider } = this.scene;
    if (!(await this.scene.goesOnAfter(dice, 5 * SECOND, 20 * MINUTE))) return;
    const page = provider.at(dice.chance(0.1) ? dice.pick(pages) : (pages.at(-1) ?? ''));
    const does = dice.number();
    if (does < 0.6) page?.pay();
    else if (does < 0.7) page?.cancel();
    else if (does < 0.85) {
      page?.fail();
      if ((await this.scene.goesOnAfter(dice, 10 * SECOND, 10 * MINUTE)) && dice.chance(0.4)) page?.pay();
    }
    // Two tabs were open.
    if (dice.chance(0.03)) provider.at(dice.pick(pages))?.pay();
    const looks = dice.chance(0.3) ? dice.int(1, 5) : 0;
    for (let look = 0; look < looks && (await this.scene.goesOnAfter(dice, SECOND, MINUTE)); look++) {
      if (this.clientSecret !== null) await this.holder().send({ method: 'GET', path: `/v1/orders/${this.number}` });
    }
  }

  private async retry({ trades, merchantOrderNo }: ShownOrder): Promise<boolean> {
    const after = this.dice.chance(0.9) ? { after: trades.at(-1)?.tradeNo ?? merchantOrderNo } : {};
    const payWay = this.dice.chance(0.3) ? { payWayCode: '20001' } : {};
    const path = `/v1/orders/${merchantOrderNo}/retry`;
    const { retried, scheduler } = this.scene.world;
    if (!retried.has(merchantOrderNo)) retried.set(merchantOrderNo, scheduler.now);
    const request: Request = { method: 'POST', path, body: { ...after, ...payWay } };
    const askers = [this.reader(), ...(this.dice.chance(0.3) && this.clientSecret !== null ? [this.holder()] : [])];
    for (let tries = 5; tries > 0 && !this.scene.isCalm(); tries--) {
      const answers = await Promise.all(askers.map((one) => one.ask(request)));
      if (answers.some((answer) => bodyOf(answer) !== null)) return true;
      if (!answers.some((answer) => codeOf(answer) === 'order_in_review')) return false;
      await this.scene.goesOnAfter(this.dice, HOUR, 6 * HOUR);
    }
    return false;
  }

  private until(isEnough: (order: ShownOrder) => boolean, patienceMs: number): Promise<ShownOrder | Unread> {
    return this.reader().untilShown(this.number ?? '', isEnough, patienceMs);
  }

  private reader(): Caller {
    return this.isGuest ? this.holder() : this.buyer;
  }

  private holder(): Caller {
    const headers = { 'x-client-secret': this.clientSecret ?? '' };
    return new Caller(this.scene.world, `customer ${this.n}`, headers);
  }

  private checkout(content: Content, naming: Naming): Request {
    if (content.address !== '') this.marks.add(content.address);
    if ('number' in naming) {
      const { scheduler, shown } = this.scene.world;
      shown.push({ merchantOrderNo: naming.number, at: scheduler.now, ...(content.quote ?? ANY_PRICE) });
    }
    const named = 'key' in naming ? {} : { merchantOrderNo: naming.number };
    const headers = 'key' in naming ? { 'idempotency-key': naming.key } : {};
    const body = { ...content, ...(this.isGuest ? {} : serverFields(this.n)), ...named };
    return { method: 'POST', path: '/v1/checkouts', headers, body };
  }
}

/** Of a customer who was shown none. */
const ANY_PRICE = { cryptoQuantity: '0', tolerancePercent: '0' };

const inOtherCase = (naming: Naming): Naming => ('key' in naming ? naming : { number: naming.number.toLowerCase() });
