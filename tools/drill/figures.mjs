import { differences, isPaidHere, isPaidThere } from './compare.mjs';
import { doubleLinks } from './links.mjs';
import { LEADER } from './strikes.mjs';

/** Paid twice by the customer, on an old page and a new one: a review is right. */
const CAUSED_BY_CUSTOMERS = 'double_payment';

/**
 * @typedef {{ number: string, why: string }} Finding
 *
 * @typedef {object} Facts collected after all has settled
 * @property {ReadonlyMap<string, readonly import('./journal.mjs').Told[]>} told
 * @property {import('./provider.mjs').ProviderOrder[]} provider
 * @property {import('./stored.mjs').Everything} stored with every replica stopped
 * @property {{ orders: number, buckets: Record<string, number>, balanced: boolean }} report
 * @property {{ orders: number, faults: { merchantOrderNo: string, entry: number | null, reason: string }[] }}
 *   history
 * @property {import('./strikes.mjs').Struck[]} struck
 * @property {number} noticed how often the service noticed that commits may be lost
 * @property {readonly import('./receiver.mjs').Message[]} messages that the merchant's system accepted
 *
 * @typedef {object} Figures
 * @property {Record<string, number>} counts in the order of the table
 * @property {Record<string, Finding[]>} mustBeNone
 */

/** @param {Facts} facts @returns {Figures} */
export function figuresOf(facts) {
  const { told, provider, stored, history, struck, messages } = facts;
  const failovers = lossesUntil(Infinity, struck) + struck.filter(({ what }) => what === LEADER).length;
  const last = [...told.values()].map(lastAnswer);
  const different = differences(provider, stored);
  const lost = lostRetries(facts);
  const present = provider.filter((order) => !lost.has(order));
  const lostNumbers = new Set([...lost].map(({ merchantOrderNo }) => merchantOrderNo));
  return {
    counts: {
      'orders asked for': told.size,
      '  answered 200 or 201': last.filter((status) => status === 200 || status === 201).length,
      '  answered 202 to the end': last.filter((status) => status === 202).length,
      '  answered with a problem': last.filter((status) => status >= 300).length,
      '  never answered': last.filter((status) => status === 0).length,
      'orders at the provider': provider.length,
      '  paid': provider.filter(isPaidThere).length,
      '  of retries lost with commits': lost.size,
      'orders known here': stored.orders.length,
      '  with trades': stored.trades.length,
      '  ended, or left unpaid': stored.orders.length - new Set(ordersOf(different, stored)).size,
      '  in review, paid twice': stored.orders.filter(({ inReview }) => inReview).length,
      'messages for the shop': stored.messages.length,
      '  that came more than once': messages.length - new Set(messages.map(({ id }) => id)).size,
    },
    mustBeNone: {
      'double creates': doubleCreates(provider),
      'double pay links': [...doubleLinks(told, lostNumbers), ...twoValidLinks(stored)],
      unaccounted: unaccounted({ ...facts, provider: present }),
      'told that their own number is taken': toldTaken(told),
      'history chain: faults': history.faults.map(({ merchantOrderNo, entry, reason }) => ({
        number: merchantOrderNo,
        why: `entry ${entry ?? '?'}: ${reason}`,
      })),
      'paid there, not known as paid here': unknownPayments(present, stored),
      'not ended, or not as the provider has it': different,
      'mismatches without a cause': stored.mismatches
        .filter(({ kind }) => kind !== CAUSED_BY_CUSTOMERS)
        .map(({ number, kind }) => ({ number, why: kind })),
      'leases left over': leftLeases(stored),
      'messages that never came': neverCame(messages, stored),
      'messages wrongly signed': messages
        .filter(({ isGenuine }) => !isGenuine)
        .map(({ id, type }) => ({ number: id, why: type })),
      'orders that the shop knows otherwise': knownOtherwise(facts),
      'failovers that went unnoticed':
        facts.noticed >= failovers ? [] : [{ number: 'the log', why: `${facts.noticed} of ${failovers}` }],
      'kills that met no work': struck
        .filter(({ waiting }) => waiting === 0)
        .map(({ what, atMs }) => ({ number: what, why: `at ${(atMs / 1000).toFixed(1)} s` })),
    },
  };
}

/** @param {readonly import('./journal.mjs').Told[]} answers @returns {number} the status of the last checkout */
function lastAnswer(answers) {
  return answers.findLast(({ by }) => by === 'checkout')?.status ?? 0;
}

/** @param {readonly Finding[]} different @param {Facts['stored']} stored */
function ordersOf(different, { trades }) {
  const orderOf = new Map(trades.map(({ tradeNo, number }) => [tradeNo, number]));
  return different.map(({ number }) => orderOf.get(number) ?? number);
}

/** @param {number} at @param {Facts['struck']} struck */
const lossesUntil = (at, struck) =>
  struck.filter(({ how, endedAt }) => (how === 'promotion' || how === 'restore') && endedAt < at).length;

/**
 * Later trades whose rows a promotion or a restore lost. A repeated checkout finds the first trade again, but numbers that the
 * order has not used yet are not looked up.
 * @param {Facts} facts
 * @returns {Set<import('./provider.mjs').ProviderOrder>}
 */
function lostRetries({ provider, stored, struck }) {
  if (lossesUntil(Infinity, struck) === 0) return new Set();
  const trades = new Set(stored.trades.map(({ tradeNo }) => tradeNo));
  const isLost = (/** @type {string} */ number) => !trades.has(number) && /-r\d+$/.test(number);
  return new Set(provider.filter(({ merchantOrderNo }) => isLost(merchantOrderNo)));
}

/** @param {Facts['told']} told @returns {Finding[]} */
function toldTaken(told) {
  return [...told]
    .filter(([, answers]) => answers.some(({ by, status }) => by === 'checkout' && status === 409))
    .map(([number]) => ({ number, why: 'its checkout was answered with 409' }));
}

/** @param {Facts['provider']} provider @returns {Finding[]} */
function doubleCreates(provider) {
  const times = new Map();
  for (const { merchantOrderNo } of provider) times.set(merchantOrderNo, (times.get(merchantOrderNo) ?? 0) + 1);
  return [...times].filter(([, many]) => many > 1).map(([number, many]) => ({ number, why: `${many} orders` }));
}

/** @param {Facts['stored']} stored @returns {Finding[]} */
function twoValidLinks({ trades }) {
  const valid = trades.filter(({ hasPayUrl, superseded }) => hasPayUrl && !superseded);
  const once = new Set();
  return valid
    .filter(({ number }) => once.has(number) || !once.add(number))
    .map(({ number, tradeNo }) => ({ number, why: `the link of ${tradeNo} is valid beside another one` }));
}

/** @param {Facts} facts @returns {Finding[]} */
function unaccounted({ told, provider, stored, report, history }) {
  const trades = new Set(stored.trades.map(({ tradeNo }) => tradeNo));
  const orders = new Set(stored.orders.map(({ number }) => number));
  const inBuckets = Object.values(report.buckets).reduce((sum, each) => sum + each, 0);
  const wasAnswered = (/** @type {readonly import('./journal.mjs').Told[]} */ answers) =>
    answers.some(({ status }) => status >= 200 && status < 300);
  return [
    ...provider
      .filter(({ merchantOrderNo }) => !trades.has(merchantOrderNo))
      .map(({ merchantOrderNo, orderNo }) => ({ number: merchantOrderNo, why: `${orderNo} belongs to no trade here` })),
    ...[...told]
      .filter(([number, answers]) => wasAnswered(answers) && !orders.has(number))
      .map(([number]) => ({ number, why: 'its customer was given an answer, and it is not stored' })),
    ...off('the report', report.orders, orders.size),
    ...off('the buckets of the report', inBuckets, orders.size),
    ...off('the check of the history', history.orders, orders.size),
    ...(report.balanced ? [] : [{ number: 'the report', why: 'does not balance' }]),
  ];
}

/** @param {string} what @param {number} counted @param {number} stored @returns {Finding[]} */
function off(what, counted, stored) {
  return counted === stored ? [] : [{ number: what, why: `counts ${counted} orders, ${stored} are stored` }];
}

/** @param {Facts['provider']} provider @param {Facts['stored']} stored @returns {Finding[]} */
function unknownPayments(provider, { trades }) {
  const paidHere = new Set(trades.filter(isPaidHere).map(({ tradeNo, orderNo }) => `${tradeNo} ${orderNo}`));
  return provider
    .filter((order) => isPaidThere(order) && !paidHere.has(`${order.merchantOrderNo} ${order.orderNo}`))
    .map(({ merchantOrderNo, orderNo, status }) => ({ number: merchantOrderNo, why: `${orderNo} is ${status}` }));
}

/** @param {Facts['stored']} stored @returns {Finding[]} */
function leftLeases({ orders, trades }) {
  return [
    ...orders
      .filter(({ driven }) => driven)
      .map(({ number }) => ({ number, why: 'somebody has to make a trade of it' })),
    ...trades.filter(({ leased }) => leased).map(({ tradeNo }) => ({ number: tradeNo, why: 'is leased' })),
  ];
}

/** @param {Facts['messages']} messages @param {Facts['stored']} stored @returns {Finding[]} */
export function neverCame(messages, stored) {
  const came = new Set(messages.map(({ id }) => id));
  return stored.messages
    .filter(({ id }) => !came.has(id))
    .map(({ id, type, number }) => ({ number: number ?? id, why: type }));
}

/**
 * Orders that a shop has wrong if it goes by the newest version. A loss of commits sets versions back,
 * so later messages are newer than all earlier ones.
 * @param {Facts} facts
 * @returns {Finding[]}
 */
function knownOtherwise({ messages, stored: { orders }, struck }) {
  const newest = new Map();
  for (const { data, at } of messages) {
    const era = lossesUntil(at, struck);
    const earlier = newest.get(data.merchantOrderNo);
    const isLater = !earlier || era > earlier.era || (era === earlier.era && data.version > earlier.version);
    if (isLater) newest.set(data.merchantOrderNo, { ...data, era });
  }
  return orders.flatMap(({ number, status, inReview, version }) => {
    const received = newest.get(number);
    const isSame = received?.version === version && received.status === status && received.inReview === inReview;
    const was = received ? `${received.status} at version ${received.version}` : 'nothing';
    return isSame ? [] : [{ number, why: `${status} at version ${version}, and the shop knows ${was}` }];
  });
}
