import type { OpenedReceipt } from '../../callbacks/callback-receipts.service.js';
import type {
  FiledEvent,
  FiledMismatch,
  OrderFile,
  PersonalData,
  PersonalTrade,
} from '../../orders/model/order-file.types.js';
import { currentTrade, termsOf } from '../../orders/model/fold.js';
import { explorerAddress } from '../../platform/addresses/explorers.js';
import { allTerms } from '../../platform/terms/order-terms.js';
import type { TradeRow } from '../../orders/model/order.types.js';
import { listedOf, maskedTerms } from './listed-order.presenter.js';
import { Mask } from '../../platform/redaction/for-staff.js';
import { visibilityOf } from '../../platform/redaction/sensitive-fields.js';
import type { OrderReport } from './operator-orders.service.js';
import { withNulls } from '../../ramp/port/trade-facts.js';
import { FILED_FACTS, ORDER_FILE } from './order-file.dto.js';
import type { MaskedPayee } from './order-file.dto.js';
import type { ItemOf, ShownBy, StoredBy } from '../../platform/http/answers/shape.js';

const maybe = <T, R>(value: T | null, of: (value: T) => R): R | null => (value === null ? null : of(value));

export const presentFile = (report: OrderReport): ShownBy<typeof ORDER_FILE> => ORDER_FILE.show(fileOf(report));

export function fileOf(report: OrderReport): StoredBy<typeof ORDER_FILE> {
  const { file, personal, receipts, moreReceipts, faults, keysMissing, explorers, keyNames } = report;
  const { order, trades, events, mismatches, now } = file;
  const { customerEmail, unreadable } = personal;
  const known = personalValuesOf(file, personal);
  const mask = new Mask(known);
  const openMismatches = mismatches.filter(({ resolvedAt }) => resolvedAt === null).length;
  return {
    ...listedOf({ order, trades, openMismatches }, customerEmail),
    ...maskedTerms(termsOf(trades), mask),
    ...mask.fields({ customerId: order.customerId, customerEmail }),
    unreadable,
    metadata: mask.raw(order.metadata),
    announcedStatus: order.announcedStatus,
    firstTradeOfRequest: order.firstTradeOfRequest,
    attemptedUntil: order.attemptUntil,
    patienceUntil: order.attemptPatienceUntil,
    trades: trades.map((trade) => ({
      ...tradeOf(trade, personal.trades, mask),
      current: trade === currentTrade(trades),
      explorerUrl: explorerAddress(allTerms(trade.asked).network, trade.facts.txHash ?? null, explorers),
    })),
    history: events.map((event) => eventOf(event, mask)),
    historyIntact: keysMissing ? null : faults.length === 0,
    historyFaults: faults.map(({ entry, reason }) => ({ seq: entry, detail: mask.text(reason) })),
    mismatches: mismatches.map((mismatch) => mismatchOf(mismatch, mask)),
    callbacks: receipts.map((receipt) => callbackOf(receipt, known)),
    moreCallbacks: moreReceipts,
    keyNames,
    asOf: now,
  };
}

export function personalValuesOf({ order, trades }: OrderFile, personal: PersonalData): (string | null)[] {
  return [
    personal.address,
    personal.memo,
    order.customerId,
    personal.customerEmail,
    ...personal.trades.flatMap(({ address, memo, payoutAddress, orderPageUrl, payee }) => [
      address,
      memo,
      payoutAddress,
      orderPageUrl,
      ...(payee === null ? [] : [payee.name, payee.account, payee.card, payee.email]),
    ]),
    ...trades.map(({ payUrl }) => payUrl),
  ];
}

type FiledTrade = ItemOf<typeof ORDER_FILE, 'trades'>;

function tradeOf(
  trade: TradeRow,
  personal: readonly PersonalTrade[],
  mask: Mask,
): Omit<FiledTrade, 'current' | 'explorerUrl'> {
  const { shownQuantity, tolerancePercent } = trade;
  const { payoutAddress = null, failReason = null } = trade.facts;
  const payee = personal.find(({ tradeNo }) => tradeNo === trade.tradeNo)?.maskedPayee ?? null;
  return {
    ...trade,
    asked: trade.side === 'SELL' ? null : mask.raw(trade.asked),
    stamp: maybe(trade.stamp, (stamp) => new Date(stamp)),
    refusal: mask.raw(trade.refusal),
    shown:
      shownQuantity === null || tolerancePercent === null ? null : { cryptoQuantity: shownQuantity, tolerancePercent },
    hasPayUrl: trade.payUrl !== null,
    ...withNulls(trade.facts, FILED_FACTS),
    ...mask.fields({ payoutAddress, failReason }),
    hasOrderPage: trade.facts.orderPageUrl !== undefined,
    payee: maybe(payee, (shown) => payeeOf(shown, mask)),
    lastSeen: mask.raw(trade.lastSeen),
    leasedUntil: trade.leaseUntil,
  };
}

function payeeOf({ name, account, card, email }: MaskedPayee, mask: Mask): MaskedPayee {
  const shown = (text: string | null): string | null => maybe(text, (known) => mask.text(known));
  return { name: shown(name), account: shown(account), card: shown(card), email: shown(email) };
}

const eventOf = (event: FiledEvent, mask: Mask): ItemOf<typeof ORDER_FILE, 'history'> => ({
  ...event,
  cause: mask.raw(event.cause),
  data: mask.raw(event.data),
  evidence: mask.raw(event.evidence ?? null),
});

const mismatchOf = (mismatch: FiledMismatch, mask: Mask): ItemOf<typeof ORDER_FILE, 'mismatches'> => ({
  ...mismatch,
  // A payee is masked where the mismatch is found, with a digest at the end.
  asked: mask.field(mismatch.field, mismatch.asked),
  seen: mask.field(mismatch.field, mismatch.seen),
  note: maybe(mismatch.note, (text) => mask.text(text)),
});

const LONGEST_MESSAGE = 500;

function callbackOf(receipt: OpenedReceipt, known: readonly (string | null)[]): ItemOf<typeof ORDER_FILE, 'callbacks'> {
  // The callback may name other people than the order does.
  const named = [...receipt.claimedFields]
    .filter(([name]) => visibilityOf(name).staff === 'ends')
    .map(([, value]) => value);
  const mask = new Mask([...known, ...named]);
  return {
    ...receipt,
    claimedMessage: maybe(receipt.claimedMessage, (text) => mask.text(text).slice(0, LONGEST_MESSAGE)),
  };
}
