import type { OpenedReceipt } from '../../callbacks/trade-receipts.types.js';
import type {
  FiledEvent,
  FiledMismatch,
  OrderFile,
  PersonalData,
  PersonalTrade,
} from '../../orders/model/order-file.types.js';
import type { TradeRow } from '../../orders/model/order.types.js';
import { presentListed } from './listed-order.presenter.js';
import { iso } from '../../platform/shared/moment.js';
import { Mask } from '../../platform/redaction/for-staff.js';
import { shownOf } from '../../platform/redaction/sensitive-fields.js';
import type { OrderReport } from './operator-orders.types.js';
import { withNulls } from '../../ramp/port/trade-facts.js';
import { FILED_FACTS } from './filed-trade.dto.js';
import type { FiledTradeDto, MaskedPayeeDto } from './filed-trade.dto.js';
import type { FiledCallbackDto, FiledEventDto, FiledMismatchDto, OrderFileDto } from './order-file.dto.js';

const maybe = <T, R>(value: T | null, of: (value: T) => R): R | null => (value === null ? null : of(value));

/** All of an order as staff sees it, masked. */
export function presentFile({
  file,
  personal,
  receipts,
  moreReceipts,
  faults,
  keysMissing,
}: OrderReport): OrderFileDto {
  const { order, trades, events, mismatches, now } = file;
  const { address, memo, customerId, redirectUrl, failRedirectUrl, merchantName } = order;
  const { customerEmail } = personal;
  const known = knownOf(file, personal);
  const mask = new Mask(known);
  const open = mismatches.filter(({ resolvedAt }) => resolvedAt === null).length;
  return {
    ...presentListed({ order, trades, openMismatches: open }),
    ...mask.fields({ address, memo, customerId, customerEmail, redirectUrl, failRedirectUrl, merchantName }),
    unreadable: [...personal.unreadable],
    metadata: mask.raw(order.metadata),
    announcedStatus: order.announcedStatus,
    firstTradeOfRequest: order.firstTradeOfRequest,
    drivenUntil: iso(order.driveUntil),
    patienceUntil: iso(order.drivePatienceUntil),
    trades: trades.map((trade) => presentTrade(trade, personal.trades, mask)),
    history: events.map((event) => presentEvent(event, mask)),
    historyIntact: keysMissing ? null : faults.length === 0,
    historyFaults: faults.map(({ entry, reason }) => ({ seq: entry, detail: mask.text(reason) })),
    mismatches: mismatches.map((mismatch) => presentMismatch(mismatch, mask)),
    callbacks: receipts.map((receipt) => presentReceipt(receipt, known)),
    moreCallbacks: moreReceipts,
    asOf: now.toISOString(),
  };
}

/** Every personal value of the order, and the addresses that open its pages. */
export function knownOf({ order, trades }: OrderFile, personal: PersonalData): (string | null)[] {
  return [
    order.address,
    order.memo,
    order.customerId,
    personal.customerEmail,
    ...personal.trades.flatMap(({ address, memo, payoutAddress, orderPageUrl, payee }) => [
      ...[address, memo, payoutAddress, orderPageUrl],
      ...(payee === null ? [] : [payee.name, payee.account, payee.card, payee.email]),
    ]),
    ...trades.map(({ payUrl }) => payUrl),
  ];
}

function presentTrade(trade: TradeRow, personal: readonly PersonalTrade[], mask: Mask): FiledTradeDto {
  const { shownQuantity, tolerancePercent } = trade;
  const { payoutAddress = null, failReason = null } = trade.facts;
  const payee = personal.find(({ tradeNo }) => tradeNo === trade.tradeNo)?.maskedPayee ?? null;
  return {
    merchantOrderNo: trade.tradeNo,
    n: trade.n,
    side: trade.side,
    status: trade.status,
    outcome: trade.outcome,
    superseded: trade.superseded,
    asked: mask.raw(trade.asked),
    stamp: maybe(trade.stamp, (stamp) => new Date(stamp).toISOString()),
    sends: trade.sends,
    refusal: mask.raw(trade.refusal),
    shown:
      shownQuantity === null || tolerancePercent === null ? null : { cryptoQuantity: shownQuantity, tolerancePercent },
    slippagePercent: trade.slippagePercent,
    orderNo: trade.orderNo,
    registeredOrderNo: trade.registeredOrderNo,
    rampMerchantOrderNo: trade.rampMerchantOrderNo,
    hasPayUrl: trade.payUrl !== null,
    payUrlAt: iso(trade.payUrlAt),
    rampStatus: trade.rampStatus,
    ...withNulls(trade.facts, FILED_FACTS),
    ...mask.fields({ payoutAddress, failReason }),
    hasOrderPage: trade.facts.orderPageUrl !== undefined,
    payee: maybe(payee, (shown) => presentPayee(shown, mask)),
    lastSeen: mask.raw(trade.lastSeen),
    notFoundAt: iso(trade.notFoundAt),
    finalFieldsAsked: trade.finalFieldsAsked,
    watchClass: trade.watchClass,
    nextQueryAt: iso(trade.nextQueryAt),
    leasedUntil: iso(trade.leaseUntil),
    hintedAt: iso(trade.hintedAt),
    hintCause: trade.hintCause,
    lastAskedAt: iso(trade.lastAskedAt),
    lastAnswerAt: iso(trade.lastAnswerAt),
    quietAnswers: trade.quietAnswers,
    missedAnswers: trade.missedAnswers,
    fruitlessAnswers: trade.fruitlessAnswers,
    statusAt: trade.statusAt.toISOString(),
    createdAt: trade.createdAt.toISOString(),
    updatedAt: trade.updatedAt.toISOString(),
  };
}

function presentPayee(payee: MaskedPayeeDto, mask: Mask): MaskedPayeeDto {
  const shown = (text: string | null): string | null => maybe(text, (known) => mask.text(known));
  return {
    name: shown(payee.name),
    account: shown(payee.account),
    card: shown(payee.card),
    email: shown(payee.email),
  };
}

function presentEvent({ seq, at, tradeNo, kind, cause, data, evidence }: FiledEvent, mask: Mask): FiledEventDto {
  return {
    seq,
    at: at.toISOString(),
    tradeNo,
    kind,
    cause: mask.raw(cause),
    data: mask.raw(data),
    evidence: mask.raw(evidence ?? null),
  };
}

function presentMismatch(mismatch: FiledMismatch, mask: Mask): FiledMismatchDto {
  const { id, tradeNo, kind, field, asked, seen, openedAt, resolvedAt, resolvedBy, note } = mismatch;
  return {
    id,
    tradeNo,
    kind,
    field,
    // What is said of a payee is masked where it is found out, and ends with a digest.
    asked: mask.field(field, asked),
    seen: mask.field(field, seen),
    openedAt: openedAt.toISOString(),
    resolvedAt: iso(resolvedAt),
    resolvedBy,
    note: maybe(note, (text) => mask.text(text)),
  };
}

const LONGEST_MESSAGE = 500;

function presentReceipt(receipt: OpenedReceipt, known: readonly (string | null)[]): FiledCallbackDto {
  const { id, tradeNo, times, method, claimedStatus, claimedMessage, said } = receipt;
  // It may name somebody else than the order does.
  const named = [...said].filter(([name]) => shownOf(name).staff === 'ends').map(([, value]) => value);
  const mask = new Mask([...known, ...named]);
  return {
    ...{ id, tradeNo, times, method, claimedStatus },
    receivedAt: receipt.receivedAt.toISOString(),
    lastReceivedAt: iso(receipt.lastReceivedAt),
    claimedMessage: maybe(claimedMessage, (text) => mask.text(text).slice(0, LONGEST_MESSAGE)),
  };
}
