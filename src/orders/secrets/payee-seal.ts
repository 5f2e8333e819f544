import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { SealedColumn } from '../../platform/crypto/sealed-column.js';
import type { PayeeTools, SealedPayee } from '../decisions/payee.js';
import type { Digest } from '../../platform/redaction/for-history.js';

export const PAYEE: SealedColumn = {
  ...{ what: 'payees', table: 'trades', primaryKey: 'trade_no', primaryKeyType: 'text' },
  ...{ column: 'payee_sealed', keyIdColumn: 'payee_key_id' },
  purpose: 'payee',
  contextOf: (tradeNo) => `payee:${tradeNo}`,
};
const { purpose: PURPOSE, contextOf } = PAYEE;

/** `report` is told of payees that are stored and cannot be opened. */
export function payeeTools(
  ring: KeyRing,
  digest: Digest,
  report: (detail: { readonly tradeNo: string; readonly keyId: string }) => void,
): PayeeTools {
  return {
    digest,
    seal: (tradeNo, payee) => {
      const { keyId, bytes } = ring.seal(PURPOSE, contextOf(tradeNo), Buffer.from(JSON.stringify(payee)));
      return { payeeSealed: bytes, payeeKeyId: keyId };
    },
    open: ({ tradeNo, payeeSealed: bytes, payeeKeyId: keyId }) => {
      if (bytes === null || keyId === null) return null;
      try {
        const plain = ring.open(PURPOSE, contextOf(tradeNo), { keyId, bytes });
        return JSON.parse(plain.toString('utf8')) as SealedPayee;
      } catch {
        report({ tradeNo, keyId });
        return 'unreadable';
      }
    },
  };
}
