import { sealOf, sealTools } from '#src/orders/decisions/state-seal.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import type { StateCheck, StoredState } from '#src/orders/storage/state-check.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { Database } from '#src/platform/database/database.js';
import { SERVICE_KEY } from './service.js';
import { serviceKey } from './service-keys.js';

/** Accepts every stored order: for tests whose rows no service wrote. */
export const UNCHECKED = {
  judge: (stored: readonly StoredState[]): Promise<OrderState[]> => Promise.resolve([...stored]),
} as unknown as StateCheck;

const ringOf = (key: string): KeyRing => new KeyRing([{ id: '1', bytes: Buffer.from(key, 'base64') }]);
/** The key ring of the whole service in tests. */
export const SERVICE_RING = ringOf(SERVICE_KEY);

interface Queries {
  query(text: string, parameters?: readonly unknown[]): Promise<unknown>;
}

const AT_ONCE = 500;
const MOST = 1_000_000;

/**
 * Seals orders as stored, like the service after a change: for tests that write tables by hand. Without `numbers`: all
 * orders.
 */
export async function sealAgain(
  rows: Queries,
  {
    numbers,
    ring = ringOf(serviceKey('7')),
  }: {
    readonly numbers?: readonly string[];
    readonly ring?: KeyRing;
  } = {},
): Promise<void> {
  const query = async (text: string, parameters?: readonly unknown[]): Promise<unknown[]> => {
    const found = await rows.query(text, parameters);
    return Array.isArray(found) ? (found as unknown[]) : (found as { rows: unknown[] }).rows;
  };
  const database = { query };
  const orders = new StoredOrders(database as unknown as Database, UNCHECKED);
  const all = numbers ?? (await orders.numbersAfter('', MOST));
  const { seal } = sealTools(ring);
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const states = await orders.findAllStored(all.slice(from, from + AT_ONCE));
    const seals = states.map((state) => sealOf(state, seal));
    await rows.query(
      `UPDATE orders SET state_mac = s.mac, state_key_id = s.key_id
         FROM unnest($1::text[], $2::bytea[], $3::text[]) AS s (number, mac, key_id) WHERE merchant_order_no = s.number`,
      [
        states.map(({ order }) => order.merchantOrderNo),
        seals.map(({ stateMac }) => stateMac),
        seals.map(({ stateKeyId }) => stateKeyId),
      ],
    );
  }
}
