/**
 * What a customer was told, once. `payUrl` with the place of its trade among the order's trades.
 * @typedef {object} Told
 * @property {'checkout' | 'retry' | 'read'} by
 * @property {number} status 0: no answer
 * @property {string | null} payUrl
 * @property {number} n of the newest trade in the answer; 0 when there is none
 * @property {number} askedAt
 * @property {number} answeredAt
 */

/** Everything that customers were told, by the order's number. */
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
    const told = {
      by,
      status,
      payUrl: body?.payUrl ?? null,
      n: trades.length,
      askedAt,
      answeredAt,
    };
    const known = this.orders.get(number);
    if (known) known.push(told);
    else this.orders.set(number, [told]);
  }
}
