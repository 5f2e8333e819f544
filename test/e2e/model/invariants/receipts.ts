import { createHash } from 'node:crypto';
import { openReceipt } from '../../../support/service-history.js';
import type { Facts } from '../facts.js';
import type { Run } from '../run.js';

/** Every callback that was answered with success stands in the receipts with its very bytes, and nothing else does. */
export function receiptProblems(run: Run, facts: Facts): string[] {
  const fromProvider = facts.callbacks.map(({ merchantOrderNo, body, httpStatus }) => ({
    key: keyOf(merchantOrderNo, JSON.stringify(body)),
    isAcknowledged: httpStatus === 200,
  }));
  const fromUs = run.called
    .filter(({ isGoodToken }) => isGoodToken)
    .map(({ tradeNo, bytes, status }) => ({ key: keyOf(tradeNo, bytes), isAcknowledged: status === 200 }));
  const sent = [...fromProvider, ...fromUs];
  const stored = facts.receipts.map((receipt) => {
    const { body } = openReceipt(receipt);
    const digest = createHash('sha256').update(body).digest();
    const problem = digest.equals(receipt.digest) ? null : `the receipt ${receipt.id} has another digest`;
    return { key: keyOf(receipt.trade_no, body.toString()), problem };
  });
  const keys = new Set([...sent, ...stored].map(({ key }) => key));
  return [
    ...stored.flatMap(({ problem }) => problem ?? []),
    ...[...keys].flatMap((key) => {
      const all = sent.filter((one) => one.key === key);
      const acknowledged = all.filter(({ isAcknowledged }) => isAcknowledged).length;
      const kept = stored.filter((one) => one.key === key).length;
      // One without an answer may be stored or not.
      if (kept >= acknowledged && kept <= all.length) return [];
      return [`of ${all.length} callbacks ${acknowledged} were acknowledged and ${kept} stored: ${key}`];
    }),
  ];
}

const keyOf = (tradeNo: string, bytes: string): string => `${tradeNo} ${bytes}`;
