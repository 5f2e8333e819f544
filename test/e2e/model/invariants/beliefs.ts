import type { ProviderOrder } from '../../../support/sandbox-client.js';
import { openMismatches, providerOrder } from '../facts.js';
import type { Facts, TradeFacts } from '../facts.js';

const DAY_MS = 24 * 3_600_000;
/** The provider's words and ours, by the contract; our own word for a refund needs no mapping. */
const WORDS: Readonly<Record<string, string>> = {
  PENDING: 'AWAITING_PAYMENT',
  PAY_FAIL: 'PAYMENT_FAILED',
  PAY_SUCCESS: 'PAID',
  TRANSFER: 'TRANSFERRING',
  CANCEL: 'CANCELLED',
  FINISHED: 'COMPLETED',
  REFUNDED: 'REFUNDED',
};
const NOT_THERE = ['CREATING', 'REJECTED', 'EXPIRED'];
const PAID = ['PAID', 'TRANSFERRING', 'COMPLETED', 'REFUNDED'];

/**
 * After everybody was asked once more, what is believed of a trade is what the provider says of it, or somebody is to
 * look into it: exactly one open mismatch for each thing that does not fit, and none for what fits.
 */
export const beliefProblems = (facts: Facts): string[] =>
  facts.trades.flatMap((trade) => {
    const made = providerOrder(facts, trade.trade_no);
    const problems = made === undefined ? ofNothing(facts, trade) : ofOrder(facts, trade, made);
    return problems.map((problem) => `${trade.trade_no} (${trade.status}, ${trade.outcome}): ${problem}`);
  });

function ofNothing(facts: Facts, trade: TradeFacts): string[] {
  // A provider that gave another order's number, or an invented one, has to be looked into.
  if (openMismatches(facts, trade.trade_no).length > 0) return [];
  if (trade.order_no !== null) return [`believed to be ${trade.order_no}, which the provider does not have`];
  return NOT_THERE.includes(trade.status) ? [] : ['the provider does not have it'];
}

function ofOrder(facts: Facts, trade: TradeFacts, made: ProviderOrder): string[] {
  const open = openMismatches(facts, trade.trade_no);
  const isOpen = (kind: string, field: string): boolean => {
    return open.some((mismatch) => mismatch.kind === kind && mismatch.field === field);
  };
  if (trade.order_no !== made.orderNo) {
    return open.length > 0 ? [] : [`the provider has it as ${made.orderNo}, and nobody is told to look into it`];
  }
  const seen = WORDS[made.status];
  const { record } = made;
  const isUnpaidTooLong =
    trade.status === 'EXPIRED' &&
    (seen === 'AWAITING_PAYMENT' || seen === 'PAYMENT_FAILED') &&
    facts.now.getTime() - trade.created_at.getTime() > DAY_MS;
  const isSame = trade.status === seen || isUnpaidTooLong;
  const expected: [kind: string, field: string, isWrong: boolean][] = [
    ['status', 'status', seen === undefined],
    ['transition', 'status', seen !== undefined && !isSame],
    ['field', 'address', differs(record['address'], trade.asked['address'])],
    ['field', 'crypto', differs(record['crypto'], trade.asked['crypto'])],
    ['field', 'amount', seen !== undefined && PAID.includes(seen) && record['amount'] !== trade.asked['amount']],
  ];
  return expected
    .filter(([kind, field, isWrong]) => isOpen(kind, field) !== isWrong && !saysNothing(record, kind, field, seen))
    .map(([kind, field, isWrong]) => {
      return `${isWrong ? 'no' : 'a needless'} mismatch of ${kind} ${field}; the provider says ${made.status}`;
    });
}

const differs = (seen: string | undefined, asked: unknown): boolean =>
  seen !== undefined && seen !== '' && seen.toLowerCase() !== String(asked).toLowerCase();

/** A field that is left empty corrects nothing, and an amount counts only once something is paid. */
function saysNothing(record: ProviderOrder['record'], kind: string, field: string, seen: string | undefined): boolean {
  if (kind !== 'field') return false;
  return record[field] === '' || (field === 'amount' && (seen === undefined || !PAID.includes(seen)));
}
