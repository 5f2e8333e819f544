import type { KeyRing, SealedColumn } from '../../platform/crypto/key-ring.js';
import type { PayeeTools, SealedPayee } from '../decisions/payee.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { canonicalEmail } from '../../platform/text/text.js';

export const PAYEE: SealedColumn = {
  what: 'payees',
  table: 'trades',
  primaryKey: 'trade_no',
  primaryKeyType: 'text',
  column: 'payee_sealed',
  keyIdColumn: 'payee_key_id',
  purpose: 'payee',
  contextOf: (tradeNo) => `payee:${tradeNo}`,
  digest: { column: 'payee_email_digest', of: (ring, plain) => digestOf(ring, payeeFrom(plain)) },
};
const { purpose: PURPOSE, contextOf } = PAYEE;

export function payeeTools(
  ring: KeyRing,
  digest: Digest,
  report: (detail: { readonly tradeNo: string; readonly keyId: string }) => void,
): PayeeTools {
  return {
    digest,
    seal: (tradeNo, payee) => {
      const { keyId, bytes } = ring.seal(PURPOSE, contextOf(tradeNo), Buffer.from(JSON.stringify(payee)));
      return { payeeSealed: bytes, payeeKeyId: keyId, payeeEmailDigest: digestOf(ring, payee) };
    },
    open: ({ tradeNo, payeeSealed: bytes, payeeKeyId: keyId }) => {
      if (bytes === null || keyId === null) return null;
      try {
        return payeeFrom(ring.open(PURPOSE, contextOf(tradeNo), { keyId, bytes }));
      } catch {
        report({ tradeNo, keyId });
        return 'unreadable';
      }
    },
  };
}

const payeeFrom = (plain: Buffer): SealedPayee => JSON.parse(plain.toString('utf8')) as SealedPayee;

const digestOf = (ring: KeyRing, { email }: SealedPayee): Buffer | null =>
  email === null ? null : emailDigest(ring, email);

const EMAIL_PURPOSE = 'email-digest';

/** Finds the orders of an e-mail address; made with the same service key as the encrypted address beside it. */
export const emailDigest = (ring: KeyRing, email: string): Buffer =>
  ring.sign(EMAIL_PURPOSE, canonicalEmail(email)).mac;

/** The digests that may be stored for an address, one per service key. */
export const emailDigests = (ring: KeyRing, email: string): Buffer[] => ring.macs(EMAIL_PURPOSE, canonicalEmail(email));
