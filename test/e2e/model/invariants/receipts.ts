import { createHash } from 'node:crypto';
import { openReceipt } from '../../../support/service-history.js';
import type { Facts } from '../facts.js';
import type { Run } from '../run.js';

/**
 * Every callback that was answered with success stands in the receipts, and nothing else does. What says the same, apart
 * from its signatures, is counted at one receipt, whose bytes are those of one that came.
 */
export function receiptProblems(run: Run, facts: Facts): string[] {
  const fromProvider = facts.callbacks.map(({ merchantOrderNo, body, httpStatus }) => ({
    tradeNo: merchantOrderNo,
    bytes: JSON.stringify(body),
    isAcknowledged: httpStatus === 200,
  }));
  const fromUs = run.called
    .filter(({ isGoodToken }) => isGoodToken)
    .map(({ tradeNo, bytes, status }) => ({ tradeNo, bytes, isAcknowledged: status === 200 }));
  const sent = [...fromProvider, ...fromUs].map((one) => ({ ...one, key: keyOf(one.tradeNo, one.bytes) }));
  const sentBytes = new Set(sent.map(({ tradeNo, bytes }) => `${tradeNo} ${bytes}`));
  const stored = facts.receipts.map((receipt) => {
    const bytes = openReceipt(receipt).body;
    const isOfDigest = createHash('sha256').update(bytes).digest().equals(receipt.digest);
    const wasSent = sentBytes.has(`${receipt.trade_no} ${bytes.toString()}`);
    return {
      key: keyOf(receipt.trade_no, bytes.toString()),
      times: receipt.times,
      problems: [
        ...(isOfDigest ? [] : [`the receipt ${receipt.id} has another digest`]),
        ...(wasSent ? [] : [`the receipt ${receipt.id} has bytes that nobody sent`]),
      ],
    };
  });
  const keys = new Set([...sent, ...stored].map(({ key }) => key));
  return [
    ...stored.flatMap(({ problems }) => problems),
    ...[...keys].flatMap((key) => {
      const all = sent.filter((one) => one.key === key);
      const acknowledged = all.filter(({ isAcknowledged }) => isAcknowledged).length;
      const kept = stored.filter((one) => one.key === key);
      const times = kept.reduce((sum, receipt) => sum + receipt.times, 0);
      // One without an answer may be counted or not.
      if (kept.length <= 1 && times >= acknowledged && times <= all.length) return [];
      const counted = `counted ${times} times in ${kept.length} receipts`;
      return [`of ${all.length} callbacks ${acknowledged} were acknowledged and ${counted}: ${key}`];
    }),
  ];
}

/** The provider signs each attempt anew. */
function keyOf(tradeNo: string, bytes: string): string {
  try {
    const said = JSON.parse(bytes) as Record<string, unknown>;
    return `${tradeNo} ${JSON.stringify({ ...said, signature: null, newSignature: null })}`;
  } catch {
    return `${tradeNo} ${bytes}`;
  }
}
