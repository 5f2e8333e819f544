import type { MessageKey } from '../../i18n/messages.js';
import type { Texts } from '../parts/words.js';
import { words } from '../parts/words.js';
import type { FiledTrade, Mismatch, OrderFile } from '../net/types.js';

export interface Situation {
  readonly tone: 'info' | 'good' | 'warn' | 'bad';
  /** What is the case, in a sentence. */
  readonly is: string;
  /** What to do about it. */
  readonly todo: string;
}

const MINUTE = 60_000;
/** A provider that has sent nothing for so long after the payment is asked. */
const SLOW_MS = 30 * MINUTE;

/** The case of an order, the most urgent first. `now` by the clock of the order's times, in milliseconds. */
export function situationOf(order: OrderFile, now: number, texts: Texts): Situation {
  const { t, format } = texts;
  const altered = order.mismatches.find(isOfSeal);
  if (altered !== undefined) return caseOf(altered, order.trades, texts);
  if (order.historyIntact === false)
    return { tone: 'bad', is: t('console.case.altered'), todo: t('console.case.altered.todo') };
  const open = order.mismatches.filter(({ resolvedAt }) => resolvedAt === null);
  const gravest = GRAVEST.flatMap((kind) => open.filter((mismatch) => mismatch.kind === kind))[0] ?? open[0];
  if (gravest !== undefined) return caseOf(gravest, order.trades, texts);
  const lead = leadOf(order.trades);
  const found = ofStatus(order, lead, now, texts);
  if (lead === undefined || lead.missedAnswers < 3 || order.settled) return found;
  return { ...found, todo: t('console.case.silent', { todo: found.todo, count: format.count(lead.missedAnswers) }) };
}

/** Its rows do not fit their seal: no note makes them true. */
export const isAltered = ({ mismatches }: Pick<OrderFile, 'mismatches'>): boolean => mismatches.some(isOfSeal);

const isOfSeal = ({ kind, resolvedAt }: Mismatch): boolean => kind === 'state' && resolvedAt === null;

const GRAVEST = ['double_payment', 'field', 'foreign', 'order_no_clash'];

/** On the way counts as delivered: nobody calls it back. */
const DELIVERED = ['TRANSFERRING', 'COMPLETED'];
/** What decides where the crypto goes. */
const DESTINATION = ['address', 'network', 'memo', 'crypto'];

/** `trades`: of the order, as far as they are known. */
export function caseOf(
  { kind, field, tradeNo, seen }: Pick<Mismatch, 'kind' | 'field' | 'tradeNo' | 'seen'>,
  trades: readonly FiledTrade[],
  { t }: Texts,
): Situation {
  const askProvider = t('console.case.ask_provider');
  const isDelivered = (no: string | null): boolean =>
    trades.some((trade) => trade.tradeNo === no && DELIVERED.includes(trade.status));
  switch (kind) {
    case 'state':
      return { tone: 'bad', is: t('console.case.seal'), todo: t('console.case.seal.todo') };
    case 'double_payment': {
      const other = seen ?? t('console.case.another_trade');
      const is = t('console.case.paid_twice', { one: tradeNo, other });
      const [first, second] = [isDelivered(tradeNo), isDelivered(seen)];
      if (first && second) return { tone: 'bad', is, todo: t('console.case.paid_twice.both') };
      if (!first && !second) return { tone: 'bad', is, todo: t('console.case.paid_twice.todo') };
      const numbers = first ? { delivered: tradeNo, other } : { delivered: other, other: tradeNo };
      return { tone: 'bad', is, todo: t('console.case.paid_twice.one', numbers) };
    }
    case 'field': {
      const todo = DESTINATION.includes(field) && isDelivered(tradeNo) ? t('console.case.field.sent') : askProvider;
      return { tone: 'bad', is: t('console.case.field', { field: words(t, field) }), todo };
    }
    case 'foreign':
      return { tone: 'bad', is: t('console.case.foreign'), todo: askProvider };
    case 'order_no_clash':
      return { tone: 'bad', is: t('console.case.clash'), todo: askProvider };
    case 'vanished':
      return { tone: 'warn', is: t('console.case.vanished'), todo: t('console.case.vanished.todo') };
    case 'status': {
      const is = t('console.case.unknown_status', { status: seen ?? t('console.case.no_status') });
      return { tone: 'warn', is, todo: t('console.case.unknown_status.todo') };
    }
    case 'transition':
      return { tone: 'warn', is: t('console.case.went_back'), todo: askProvider };
    default:
      return { tone: 'warn', is: t('console.case.unreadable'), todo: askProvider };
  }
}

function ofStatus(order: OrderFile, lead: FiledTrade | undefined, now: number, { t }: Texts): Situation {
  const since = lead?.statusAt ?? order.updatedAt;
  const isSlow = now - new Date(since).getTime() > SLOW_MS;
  const found = (tone: Situation['tone'], is: MessageKey, todo: MessageKey): Situation => ({
    ...{ tone, is: t(is), todo: t(todo) },
  });
  const askWith = (tone: Situation['tone'], is: MessageKey): Situation => {
    const number = order.orderNo ?? t('console.case.no_number');
    return { tone, is: t(is), todo: t('console.case.ask_with', { number }) };
  };
  switch (order.status) {
    case 'CREATING':
    case 'REGISTERED':
      return found('info', 'console.case.unconfirmed', 'console.case.unconfirmed.todo');
    case 'AWAITING_PAYMENT':
      return found('info', 'console.case.unpaid', 'console.case.unpaid.todo');
    case 'AWAITING_CRYPTO':
      return found('info', 'console.case.unsent', 'console.case.unsent.todo');
    case 'PAYMENT_FAILED':
      return found('warn', 'console.case.payment_failed', 'console.case.retry');
    case 'CANCELLED':
    case 'EXPIRED':
    case 'REJECTED': {
      const ended = found('info', ENDED[order.status], order.retryable ? 'console.case.retry' : 'console.case.nothing');
      const message = order.failure?.message;
      return message === undefined
        ? ended
        : { ...ended, is: t('console.problem.quoted', { sentence: ended.is, message }) };
    }
    case 'PAID':
    case 'CRYPTO_RECEIVED':
      return isSlow
        ? askWith('warn', 'console.case.paid.slow')
        : found('info', 'console.case.paid', 'console.case.nothing_yet');
    case 'TRANSFERRING':
    case 'PAYOUT_STARTED':
      return isSlow
        ? askWith('warn', 'console.case.on_its_way.slow')
        : found('info', 'console.case.on_its_way', 'console.case.nothing_yet');
    case 'PAYOUT_FAILED':
      return askWith('bad', 'console.case.payout_failed');
    case 'REFUNDED':
      return found('warn', 'console.case.refunded', 'console.case.nothing');
    case 'COMPLETED':
      return found('good', 'console.case.delivered', 'console.case.delivered.todo');
    default:
      return askWith('warn', 'console.case.new_status');
  }
}

const ENDED = {
  CANCELLED: 'console.case.cancelled',
  EXPIRED: 'console.case.expired',
  REJECTED: 'console.case.rejected',
} as const;

/** A paid trade, else the newest. */
function leadOf(trades: readonly FiledTrade[]): FiledTrade | undefined {
  return trades.filter(({ paidAt }) => paidAt !== null).at(-1) ?? trades.at(-1);
}
