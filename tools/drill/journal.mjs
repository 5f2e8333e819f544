/**
 * One answer to a customer. `n` is the place of its `payUrl`'s trade.
 * @typedef {object} Told
 * @property {'checkout' | 'retry' | 'read'} by
 * @property {number} status 0: no answer
 * @property {string | null} payUrl
 * @property {number} n of the newest trade in the answer; 0: none
 * @property {number} askedAt
 * @property {number} answeredAt
 */

/** All answers to customers, by order number. */
export class Journal {
  /** @type {Map<string, Told[]>} */
  orders = new Map();

  /**
   * @param {string} number
   * @param {Told['by']} by
   * @param {import('./front.mjs').Answer} answer
   */
  write(number, by, { status, body, askedAt, answeredAt }) {
    const trades = body?.trades ?? [];
    const entry = {
      by,
      status,
      payUrl: body?.payUrl ?? null,
      n: trades.length,
      askedAt,
      answeredAt,
    };
    const entries = this.orders.get(number);
    if (entries) entries.push(entry);
    else this.orders.set(number, [entry]);
  }
}
