import type { Texts } from '../parts/words.js';
import { listed, words } from '../parts/words.js';
import type { FiledTrade, Mismatch, OrderFile } from '../net/types.js';
import { BY_STATUS, CASES, HISTORY_ALTERED, NEW_STATUS, PAID_OUT, PAID_TWICE, PHASES, SLOW } from './cases.js';
import type { Cell, Phase, StatusCase } from './cases.js';

export interface Situation {
  readonly tone: StatusCase[0];
  /** What is the case, in a sentence. */
  readonly is: string;
  /** What to do about it. */
  readonly todo: string;
  /** What can be read to the customer. */
  readonly say: string;
}

/** What is known of the order of a case. */
type Known = Pick<OrderFile, 'side' | 'crypto' | 'orderNo' | 'trades'>;
type Case = Pick<Mismatch, 'kind' | 'field' | 'tradeNo' | 'asked' | 'seen'>;

const MINUTE = 60_000;
/** A provider that has sent nothing for so long after the payment is asked. */
const SLOW_MS = 30 * MINUTE;

/** The case of an order, the most urgent first. `now` by the clock of the order's times, in milliseconds. */
export function situationOf(order: OrderFile, now: number, texts: Texts): Situation {
  const { t, format } = texts;
  const altered = order.mismatches.find(isOfSeal);
  if (altered !== undefined) return caseOf(altered, order, texts);
  if (order.historyIntact === false) return said('bad', HISTORY_ALTERED, {}, texts);
  const open = order.mismatches.filter(({ resolvedAt }) => resolvedAt === null);
  const [gravest] = [...open].sort((one, other) => urgencyOf(one, order) - urgencyOf(other, order));
  if (gravest !== undefined) return caseOf(gravest, order, texts);
  const lead = leadOf(order.trades);
  const found = ofStatus(order, lead, now, texts);
  if (lead === undefined || lead.missedAnswers < 3 || order.settled) return found;
  return { ...found, todo: t('console.todo.silent', { todo: found.todo, count: format.count(lead.missedAnswers) }) };
}

/** Its rows do not fit their seal: no note makes them true. */
export const isAltered = ({ mismatches }: Pick<OrderFile, 'mismatches'>): boolean => mismatches.some(isOfSeal);

const isOfSeal = ({ kind, resolvedAt }: Mismatch): boolean => kind === 'state' && resolvedAt === null;

const GRAVEST = ['double_payment', 'field', 'foreign', 'order_no_clash'];
const GRAVE: readonly string[] = [...GRAVEST, 'state'];

/** Lowest first: what can still be held, what is with somebody else, then by kind; last what concerns no payment. */
function urgencyOf(mismatch: Mismatch, { side, trades }: OrderFile): number {
  const phase = phaseOf(tradeOf(mismatch, trades), trades);
  const isDestination = rowOf(mismatch, side) === 'destination';
  if (isDestination && phase === 'paid') return -2;
  if (isDestination && phase === 'sent' && mismatch.kind !== 'double_payment') return 0;
  const kind = GRAVEST.indexOf(mismatch.kind);
  if (kind === 0) return -1;
  return (kind === -1 ? GRAVEST.length : kind) + (phase === 'aside' || phase === 'ended' ? 10 : 0);
}

const tradeOf = ({ tradeNo }: Case, trades: readonly FiledTrade[]): FiledTrade | undefined =>
  trades.find((one) => one.tradeNo === tradeNo);

/** `order`: null where only the mismatch is known. */
export function caseOf(mismatch: Case, order: Known | null, texts: Texts): Situation {
  const { kind, field, tradeNo, seen } = mismatch;
  const { t } = texts;
  if (kind === 'double_payment') return paidTwice(mismatch, order?.trades ?? [], texts);
  const row = CASES[rowOf(mismatch, order?.side ?? 'BUY')];
  const trade = tradeOf(mismatch, order?.trades ?? []);
  const cell = row[order === null ? 'unpaid' : phaseOf(trade, order.trades)];
  const values = {
    ...valuesOf(order, trade, texts, field === 'crypto'),
    field: words(t, field),
    trade: tradeNo,
    status: seen ?? t('console.no_status'),
  };
  return said(GRAVE.includes(kind) ? 'bad' : 'warn', cell, values, texts);
}

/** What decides where the crypto of a purchase goes. */
const DESTINATION = ['address', 'network', 'memo', 'crypto'];

function rowOf({ kind, field, asked }: Case, side: Known['side']): keyof typeof CASES {
  if (kind === 'field') {
    if (asked === NOTHING) return 'nothing';
    return field.startsWith('payee.') || (side === 'BUY' && DESTINATION.includes(field)) ? 'destination' : 'terms';
  }
  return kind in CASES ? (kind as keyof typeof CASES) : 'unreadable';
}

/** The service's word for what it expects of a completed trade's amount. */
const NOTHING = 'more than 0';

function phaseOf(trade: FiledTrade | undefined, trades: readonly FiledTrade[]): Phase {
  const phase = PHASES[trade?.status ?? ''] ?? 'unpaid';
  if (phase !== 'unpaid' && phase !== 'ended') return phase;
  return trades.some((other) => other !== trade && isPaid(other)) ? 'aside' : phase;
}

const isPaid = ({ status }: FiledTrade): boolean => ['paid', 'sent', 'returned'].includes(PHASES[status] ?? '');

function paidTwice({ tradeNo, seen }: Case, trades: readonly FiledTrade[], texts: Texts): Situation {
  const { t } = texts;
  // The mismatch names the payments of the moment when it was opened; a later one counts too.
  const paid = trades.filter(isPaid);
  const others = paid.filter(({ tradeNo: no }) => no !== tradeNo).map(({ tradeNo: no }) => no);
  const other = others.length > 0 ? listed(t, others) : (seen ?? t('console.another_trade'));
  const left = paid.filter(({ status }) => status !== 'REFUNDED');
  const delivered = left.filter(({ status }) => PHASES[status] === 'sent').map(({ tradeNo: no }) => no);
  const unsent = left.filter(({ tradeNo: no }) => !delivered.includes(no)).map(({ tradeNo: no }) => no);
  const which =
    trades.length > 0 && left.length < 2
      ? 'over'
      : delivered.length === 0
        ? 'none'
        : unsent.length === 0
          ? 'all'
          : 'some';
  const values = { one: tradeNo, other, delivered: listed(t, delivered), unsent: listed(t, unsent) };
  return said('bad', PAID_TWICE[which], values, texts);
}

function ofStatus(order: OrderFile, lead: FiledTrade | undefined, now: number, texts: Texts): Situation {
  const { t } = texts;
  const since = lead?.statusAt ?? order.updatedAt;
  const phase = order.status === 'PAYOUT_FAILED' || order.status === 'COMPLETED' ? null : PHASES[order.status];
  const isSlow = now - new Date(since).getTime() > SLOW_MS;
  const slow = isSlow && phase ? SLOW[phase] : undefined;
  const isPayout = order.side === 'SELL' && order.status === 'COMPLETED';
  const [tone, ...cell] = slow ?? (isPayout ? PAID_OUT : BY_STATUS[order.status]) ?? NEW_STATUS;
  const values = valuesOf(order, undefined, texts);
  if (phase !== 'ended') return said(tone, cell, values, texts);
  const ended = said(tone, order.retryable ? [cell[0], 'retry', 'retry'] : cell, values, texts);
  const message = order.failure?.message;
  const isPlain = message === undefined || order.status === 'PAYMENT_FAILED';
  return isPlain ? ended : { ...ended, is: t('console.problem.quoted', { sentence: ended.is, message }) };
}

/** What the customer gives and is due, and the number by which the provider knows the trade. */
function valuesOf(order: Known | null, trade: FiledTrade | undefined, { t, format }: Texts, isOtherCrypto = false) {
  const isSale = order?.side === 'SELL';
  const quantity = trade?.cryptoQuantity;
  const sent =
    quantity && order?.crypto && !isSale && !isOtherCrypto ? format.crypto(quantity, order.crypto) : undefined;
  return {
    given: t(isSale ? 'console.money.crypto' : 'console.money.payment'),
    due: sent ?? t(isSale ? 'console.money.payout' : 'console.money.crypto'),
    number: trade?.orderNo ?? order?.orderNo ?? t('console.no_number'),
  };
}

function said(
  tone: Situation['tone'],
  [is, todo, say]: Cell,
  values: Readonly<Record<string, string>>,
  { t }: Texts,
): Situation {
  return {
    tone,
    is: t(`console.is.${is}`, values),
    todo: t(`console.todo.${todo}`, values),
    say: t(`console.say.${say}`, values),
  };
}

/** A paid trade, else the newest. */
function leadOf(trades: readonly FiledTrade[]): FiledTrade | undefined {
  return trades.filter(isPaid).at(-1) ?? trades.at(-1);
}
