import { DAY, HOUR, MINUTE } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
import type { Answer, Request } from '../kernel/world.js';
import { bodyOf, Caller, sleep } from './caller.js';
import { readAll } from './readers.js';
import type { Receivers } from './receivers.js';
import type { KnownOrder, Scene } from './scene.js';

/** What was forgotten must be in the database no more. */
export interface Forgotten {
  readonly at: number;
  readonly marks: readonly string[];
}

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly disabledReason: string | null;
}

const LISTS = ['runs', 'callbacks', 'deliveries', 'keys', 'audit', 'webhooks', 'orders', 'orders', 'mismatches'];
const ACTS_ON_ORDER = ['ask', 'ask', 'ask', 'reveal', 'customer-link', 'revoke-secret'];
const EVENTS = [['*'], ['order.paid', 'order.completed', 'sell_order.completed'], ['mismatch.opened', 'order.expired']];

const PAUSES = [
  {},
  { side: 'BUY' },
  { fiat: 'USD' },
  { crypto: 'USDT', network: 'BSC' },
  { country: 'DE' },
  { payWayCode: '20001' },
] as const;

/** One member of staff, who looks at everything now and then and does what staff may do. */
export class Staff {
  readonly forgotten: Forgotten[] = [];
  #caller: Caller;
  #endpoints = 0;

  /** `newKey`: makes another key, as the command line does. `endDoubt`: as an operator of the database. */
  constructor(
    private readonly scene: Scene,
    private readonly receivers: Receivers,
    private readonly dice: Dice,
    key: string,
    private readonly tools: Record<'newKey', () => Promise<string>> & Record<'endDoubt', () => Promise<boolean>>,
  ) {
    this.#caller = this.#callerWith(key);
  }

  async run(): Promise<void> {
    for (const events of EVENTS) await this.#makeEndpoint(events);
    const acts = [
      () => readAll(this.#caller, `/v1/admin/${this.dice.pick(LISTS)}?limit=${this.dice.int(2, 100)}`),
      () => this.#resolve(),
      () => this.#actOnOrder(),
      () => this.#forget(),
      () => this.#report(),
      () => this.#tendEndpoints(),
      () => this.#redeliver(),
      () => this.#pause(),
      () => this.#endDoubt(),
    ];
    while (await this.scene.goesOnAfter(this.dice, 5 * MINUTE, 6 * HOUR, true)) await this.dice.pick(acts)();
  }

  /** Keys of staff end, and one may have been lost with the database's latest commits. */
  async #ask(request: Request): Promise<Answer | null> {
    const answer = await this.#caller.ask(request);
    if (answer?.status !== 401) return answer;
    this.#caller = this.#callerWith(await this.tools.newKey());
    return this.#caller.ask(request);
  }

  #post(path: string, body: unknown): Promise<Answer | null> {
    return this.#ask({ method: 'POST', path, body });
  }

  async #some<T>(path: string, probability: number): Promise<readonly T[]> {
    const page = bodyOf(await this.#ask({ method: 'GET', path })) as { items: readonly T[] } | null;
    return page?.items.filter(() => this.dice.chance(probability)) ?? [];
  }

  async #resolve(): Promise<void> {
    for (const { id } of await this.#some<{ id: string }>('/v1/admin/mismatches', 0.4)) {
      await this.#post(`/v1/admin/mismatches/${id}/resolve`, { note: 'Seen at the provider.' });
    }
  }

  async #actOnOrder(): Promise<void> {
    const order = this.#pick(({ number }) => number !== null);
    if (order === null) return;
    const path = `/v1/admin/orders/${order.number}`;
    await this.#ask({ method: 'GET', path });
    const act = this.dice.pick(ACTS_ON_ORDER);
    const answer = await this.#post(`${path}/${act}`, { reason: 'The customer asks.' });
    if (act === 'revoke-secret') order.clientSecret = null;
    const link = act === 'customer-link' ? (bodyOf(answer) as { url: string } | null) : null;
    if (link !== null) order.clientSecret = link.url.split('#')[1] ?? null;
  }

  /** By the customer, with all their orders, or by the number of one. */
  async #forget(): Promise<void> {
    const order = this.#pick(({ isOver, number }) => isOver && number !== null);
    if (order === null) return;
    const { customer, number } = order;
    const sameCustomer = this.scene.orders.filter((one) => customer !== null && one.customer === customer);
    const isWhole = sameCustomer.length > 0 && sameCustomer.every(({ isOver }) => isOver) && this.dice.chance(0.7);
    const subject = isWhole ? { customer } : { merchantOrderNo: number };
    const answer = await this.#post('/v1/admin/forget', { ...subject, force: this.dice.chance(0.5) });
    if (bodyOf(answer) === null) return;
    const marks = isWhole ? [customer ?? '', ...sameCustomer.flatMap((one) => [...one.marks])] : [...order.marks];
    this.forgotten.push({ at: this.scene.world.scheduler.now, marks });
  }

  async #report(): Promise<void> {
    const to = new Date(this.scene.world.scheduler.now);
    const from = new Date(to.getTime() - this.dice.int(1, 30) * DAY);
    const span = this.dice.chance(0.5) ? '' : `?from=${from.toISOString()}&to=${to.toISOString()}`;
    await this.#ask({ method: 'GET', path: `/v1/admin/report${span}` });
  }

  /** Each try has an address of its own: after a lost reply there is an endpoint whose secret nobody knows. */
  async #makeEndpoint(events: readonly string[]): Promise<void> {
    for (;;) {
      const url = `https://hooks.shop.example/${(this.#endpoints += 1)}`;
      const answer = await this.#caller.send({ method: 'POST', path: '/v1/admin/webhooks', body: { url, events } });
      if (this.#learn(url, answer)) return;
      await sleep(this.scene.world, MINUTE);
    }
  }

  #learn(url: string, answer: Answer | null): boolean {
    const made = bodyOf(answer) as { secret: string } | null;
    if (made !== null) this.receivers.learn(url, made.secret);
    return made !== null;
  }

  async #tendEndpoints(): Promise<void> {
    for (const { id, url, disabledReason } of await this.#some<Endpoint>('/v1/admin/webhooks', 0.5)) {
      const path = `/v1/admin/webhooks/${id}`;
      if (disabledReason === 'failing') await this.#ask({ method: 'PATCH', path, body: { enabled: true } });
      if (this.dice.chance(0.2)) await this.#post(`${path}/test`, {});
      if (this.dice.chance(0.2)) await this.#rotate(path, url);
    }
  }

  /** Sent once: a try whose reply is lost may come after the next, and then nobody knows the newest secret. */
  async #rotate(path: string, url: string): Promise<void> {
    const answer = await this.#caller.send({ method: 'POST', path: `${path}/rotate`, body: {} });
    if (answer?.status !== 409 && !this.#learn(url, answer)) this.receivers.doubt(url);
  }

  async #redeliver(): Promise<void> {
    for (const { id } of await this.#some<{ id: string }>('/v1/admin/deliveries?state=failed', 0.3)) {
      await this.#post(`/v1/admin/deliveries/${id}/redeliver`, {});
    }
  }

  /** For a while, or until the end is asked for. */
  async #pause(): Promise<void> {
    const { world } = this.scene;
    const until = new Date(world.scheduler.now + this.dice.int(5 * MINUTE, 2 * HOUR)).toISOString();
    const answer = await this.#post('/v1/admin/pauses', { ...this.dice.pick(PAUSES), until, reason: 'It fails.' });
    const pause = bodyOf(answer) as { readonly id: string } | null;
    if (pause === null || this.dice.chance(0.5)) return;
    await sleep(world, this.dice.int(MINUTE, HOUR));
    await this.#ask({ method: 'DELETE', path: `/v1/admin/pauses/${pause.id}` });
  }

  async #endDoubt(): Promise<void> {
    if (await this.tools.endDoubt()) this.scene.world.note('staff', 'ends the doubt');
  }

  #pick(fits: (order: KnownOrder) => boolean): KnownOrder | null {
    const fitting = this.scene.orders.filter(fits);
    return fitting.length === 0 ? null : this.dice.pick(fitting);
  }

  #callerWith(key: string): Caller {
    return new Caller(this.scene.world, 'staff', { 'x-api-key': key });
  }
}
