import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the service's own deadline. */
const ANSWER_MS = 10_000;
const PATIENCE_MS = 120_000;
const LONGEST_PAUSE_MS = 2000;
const LOOKS = 10;
const LOOK_PAUSE_MS = 700;
/** Limit of customers on the provider's page or watching their order; others wait. */
const AT_THE_PAGE = 120;

/** Customers who check out, pay, and look at their orders. */
export class Crowd {
  came = 0;
  answered = 0;
  /** Numbers of orders of which a customer was told, and of which one was told that they are taken. */
  told = { orders: new Set(), taken: new Set() };
  #mayCome = 0;
  /** Requests to each replica that wait for an answer. @type {number[]} */
  #waiting;
  /** @type {(() => Promise<void>)[]} */
  #visits = [];

  /**
   * @param {readonly import('./plan.mjs').Customer[]} customers
   * @param {readonly string[]} urls of the replicas
   * @param {import('./provider.mjs').Provider} provider
   * @param {AbortSignal} signal
   */
  constructor(customers, urls, provider, signal) {
    this.customers = customers;
    this.urls = urls;
    this.provider = provider;
    this.signal = signal;
    this.#waiting = urls.map(() => 0);
  }

  /** @param {number} [replica] */
  waiting(replica) {
    const all = this.#waiting.reduce((sum, each) => sum + each, 0);
    return replica === undefined ? all : (this.#waiting[replica] ?? 0);
  }

  /** Customers come up to this total. @param {number} count */
  letCome(count) {
    this.#mayCome = Math.max(this.#mayCome, count);
  }

  isOver() {
    return this.answered === this.customers.length;
  }

  /** Until the last one has left. @param {number} clients how many wait for an answer at once */
  async come(clients) {
    const comer = async () => {
      for (;;) {
        while (this.came >= this.#mayCome && this.came < this.customers.length) await this.#pause(10);
        const nth = this.came;
        const customer = this.customers[nth];
        if (!customer) return;
        this.came += 1;
        const order = await this.checkout(customer, nth);
        this.answered += 1;
        this.#visits.push(() => this.#visit(customer, nth, order));
      }
    };
    const visitor = async () => {
      while (!this.isOver() || this.#visits.length > 0) await (this.#visits.shift()?.() ?? this.#pause(20));
    };
    const many = (/** @type {number} */ count, /** @type {() => Promise<void>} */ one) =>
      Array.from({ length: count }, one);
    await Promise.all([...many(clients, comer), ...many(AT_THE_PAGE, visitor)]);
  }

  /**
   * Customers whose orders are no longer stored, or not as they were told, check out again.
   * @param {import('./stored.mjs').Stored} stored
   * @returns {Promise<number>} how many
   */
  async comeAgain(stored) {
    const { orders } = await stored.everything();
    const known = new Set(orders.flatMap(({ number, status }) => (status === 'EXPIRED' ? [] : [number])));
    const lost = this.customers.filter(({ body }) => !known.has(body['merchantOrderNo'] ?? ''));
    for (const [nth, customer] of lost.entries()) await this.checkout(customer, nth);
    return lost.length;
  }

  /**
   * Repeated at the next replica until the answer is final or patience runs out.
   * @param {import('./plan.mjs').Customer} customer @param {number} nth
   */
  async checkout({ body, twice }, nth) {
    const send = (/** @type {number} */ first) => this.#insist(first, '/v1/checkouts', body);
    const [answer] = await Promise.all([send(nth), ...(twice ? [send(nth + 1)] : [])]);
    return answer;
  }

  /** @param {import('./plan.mjs').Customer} customer @param {number} nth @param {any} order null: none was shown */
  async #visit({ body, fate, hesitatesMs }, nth, order) {
    if (fate === 'leave') return;
    const path = `/v1/orders/${body['merchantOrderNo']}`;
    // With the newest trade's number, a repeated retry makes no second trade.
    const retry = async (/** @type {any} */ of) =>
      (await this.#insist(nth, `${path}/retry`, { after: of.trades.at(-1).tradeNo })) ?? of;
    const [kind, ...more] =
      fate === 'cancel-retry-pay' ? ['cancel'] : fate === 'fail-then-pay' ? ['fail', 'pay'] : ['pay'];
    const page = await this.#page(order?.retryable ? await retry(order) : order);
    if (page === undefined) return;
    await this.#pause(hesitatesMs);
    for (const act of [kind, ...more]) await this.provider.act(page, /** @type {'pay' | 'fail' | 'cancel'} */ (act));
    if (kind === 'cancel') {
      const cancelled = await this.#look(path, ({ retryable }) => retryable);
      const next = cancelled && (await this.#page(await retry(cancelled)));
      if (next) await this.provider.act(next, 'pay');
    }
    await this.#look(path, ({ settled }) => settled);
  }

  /** The provider's number of the order whose page a customer was shown. @param {any} order @returns {Promise<string | undefined>} */
  async #page(order) {
    if (!order?.payUrl) return undefined;
    const orders = await this.provider.named(order.trades.at(-1).tradeNo);
    return orders.find(({ payUrl }) => payUrl === order.payUrl)?.orderNo;
  }

  /** @param {number} first replica @param {string} path @param {Record<string, string>} body @returns {Promise<any>} the order; null: none was shown */
  async #insist(first, path, body) {
    const until = performance.now() + PATIENCE_MS;
    for (let tries = 0; ; tries += 1) {
      const { status, order, pauseMs } = await this.send(first + tries, 'POST', path, body);
      const isShown = status >= 200 && status < 300;
      if (isShown) this.told.orders.add(order.merchantOrderNo);
      if (status === 409 && path === '/v1/checkouts') this.told.taken.add(body['merchantOrderNo']);
      const isOpen = [0, 202, 429, 503].includes(status);
      if (!isOpen || performance.now() > until) return isShown ? order : null;
      await this.#pause(Math.max(200, Math.min(LONGEST_PAUSE_MS, status === 0 ? 250 * 1.5 ** tries : pauseMs)));
    }
  }

  /** @param {string} path @param {(order: any) => boolean} isSo @returns {Promise<any>} the order, if it comes to be so */
  async #look(path, isSo) {
    for (let nth = 0; nth < LOOKS; nth += 1) {
      await this.#pause(LOOK_PAUSE_MS);
      const { status, order } = await this.send(nth, 'GET', path);
      if (status === 200 && isSo(order)) return order;
    }
    return undefined;
  }

  /** @param {number} nth @param {string} method @param {string} path @param {object} [body] @returns {Promise<{ status: number, order: any, pauseMs: number }>} status 0: no answer */
  async send(nth, method, path, body) {
    const replica = nth % this.urls.length;
    const count = (/** @type {number} */ more) => (this.#waiting[replica] = this.waiting(replica) + more);
    if (method === 'POST') count(1);
    try {
      const response = await fetch(this.urls[replica] + path, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const pauseMs = 1000 * Number(response.headers.get('retry-after') ?? 0);
      return { status: response.status, order: await response.json(), pauseMs };
    } catch {
      // Requests do not listen to the stop: the drill ends without their answers.
      this.signal.throwIfAborted();
      return { status: 0, order: null, pauseMs: 0 };
    } finally {
      if (method === 'POST') count(-1);
    }
  }

  /** @param {number} ms */
  async #pause(ms) {
    await sleep(ms, undefined, { signal: this.signal });
  }
}
