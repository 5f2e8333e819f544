import { randomUUID } from 'node:crypto';
import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { SealedColumn } from '#src/platform/crypto/key-ring.js';
import { serviceKey } from '../service-keys.js';
import { OLD_KEY } from './services.js';
import type { Services } from './services.js';

/** Stores `text`, encrypted under an old service key, in each encrypted column of an order. */
export async function sealUnderOldKey({ database }: Services, number: string, text: string): Promise<void> {
  const ring = new KeyRing([{ id: OLD_KEY, bytes: Buffer.from(serviceKey(OLD_KEY), 'base64') }]);
  const [email, payee, receipt] = SEALED_COLUMNS as [SealedColumn, SealedColumn, SealedColumn];
  const note = SEALED_COLUMNS.find(({ table }) => table === 'order_notes')!;
  const sealed = ({ purpose, contextOf }: SealedColumn, key: string): Buffer =>
    ring.seal(purpose, contextOf(key), Buffer.from(purpose === 'payee' ? JSON.stringify({ email: text }) : text)).bytes;
  const id = randomUUID();
  await database.query(
    `UPDATE orders SET customer_email = $2, customer_email_key_id = $3, customer_email_digest = '\\x00'
      WHERE merchant_order_no = $1`,
    [number, sealed(email, number), OLD_KEY],
  );
  await database.query('UPDATE trades SET payee_sealed = $2, payee_key_id = $3 WHERE trade_no = $1', [
    number,
    sealed(payee, number),
    OLD_KEY,
  ]);
  await database.query(
    `INSERT INTO callback_receipts (id, trade_no, method, digest, payload_hash, key_id, content)
     VALUES ($1, $2, 'POST', sha256('1'), sha256('2'), $3, $4)`,
    [id, number, OLD_KEY, sealed(receipt, id)],
  );
  await database.query(
    `INSERT INTO order_notes (id, merchant_order_no, written_by, text_sealed, key_id) VALUES ($1, $2, 'ann', $4, $3)`,
    [id, number, OLD_KEY, sealed(note, id)],
  );
}
