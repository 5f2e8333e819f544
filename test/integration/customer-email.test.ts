import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { KeysService } from '#src/platform/crypto/keys.service.js';
import { CustomerEmailService } from '#src/orders/secrets/customer-email.service.js';
import type { OrderRow, OrderState, SealedEmail } from '#src/orders/model/order.types.js';
import { MINUTE, SECOND } from '../support/moments.js';
import { NO_EMAIL, asked, reservation } from '../support/order-builders.js';
import { openOwnOrderWriter, closeWhole } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

Logger.overrideLogger(false);

const EMAIL = 'jane.doe@customer.example';
const OLD = { id: 'a', bytes: Buffer.alloc(32, 1) };
const NEW = { id: 'b', bytes: Buffer.alloc(32, 2) };

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => closeWhole(opened));

const emails = (...keys: ConstructorParameters<typeof KeyRing>[0]): CustomerEmailService =>
  new CustomerEmailService({ ring: () => Promise.resolve(new KeyRing(keys)) } as unknown as KeysService);

const attemptLease = randomUUID();
const step = { attemptLease, cause: { kind: 'checkout' }, evidence: null } as const;

async function reserve(kept: SealedEmail, merchantOrderNo = 'A-1001'): Promise<OrderState> {
  const { isNew, state } = await opened.tradeRecord.reserve(
    reservation({ merchantOrderNo, customerId: 'c-1', ...kept, attemptLease }),
  );
  if (!isNew || state === null) throw new Error('the number is taken');
  return state;
}

async function stored(merchantOrderNo = 'A-1001'): Promise<OrderRow> {
  const { state } = await opened.orders.find(merchantOrderNo);
  return state!.order;
}

const dump = async (): Promise<string> => {
  const rows = await opened.database.query<{ text: string }>(
    `SELECT (SELECT string_agg(o::text, ' ') FROM orders o) || (SELECT string_agg(e::text, ' ') FROM order_events e) AS text`,
  );
  return rows[0]!.text;
};

describe('customer e-mail', () => {
  it('is stored encrypted and decrypted unchanged, and is not in the history', async () => {
    const service = emails(OLD);
    await reserve(await service.seal('A-1001', EMAIL));
    expect(await service.open(await stored())).toBe(EMAIL);
    const text = await dump();
    for (const form of [EMAIL, 'customer.example', Buffer.from(EMAIL).toString('hex')])
      expect(text).not.toContain(form);
  });

  it('of a new request replaces the stored one, or is null', async () => {
    const service = emails(OLD);
    const state = await reserve(await service.seal('A-1001', EMAIL));
    const anew = (kept: SealedEmail) => ({
      stamp: 1_769_860_800_456,
      asked: asked(),
      leaseMs: 21 * SECOND,
      newRequest: { customerId: 'c-1', ...kept, patienceMs: MINUTE, shown: null },
    });
    const other = await service.seal('A-1001', 'other@customer.example');
    const again = await opened.tradeRecord.record(state.trades[0]!, { kind: 'send_again', sending: anew(other) }, step);
    expect(await service.open(await stored())).toBe('other@customer.example');
    await opened.tradeRecord.record(again!.trades[0]!, { kind: 'send_again', sending: anew(NO_EMAIL) }, step);
    expect(await service.open(await stored())).toBeNull();
  });

  it('is null if none was given', async () => {
    const service = emails(OLD);
    await reserve(await service.seal('A-1001', null));
    expect(await stored()).toMatchObject(NO_EMAIL);
    expect(await service.open(await stored())).toBeNull();
  });

  it('can be decrypted after a key rotation, and not once its key is removed', async () => {
    await reserve(await emails(OLD).seal('A-1001', EMAIL));
    expect(await emails(NEW, OLD).open(await stored())).toBe(EMAIL);
    expect((await emails(NEW, OLD).seal('A-1001', EMAIL)).customerEmailKeyId).toBe('b');
    expect(await emails(NEW).open(await stored())).toBeNull();
  });

  it('cannot be decrypted beside another order, or after a change', async () => {
    const service = emails(OLD);
    const kept = await service.seal('A-1001', EMAIL);
    await reserve(kept, 'A-1002');
    expect(await service.open(await stored('A-1002'))).toBeNull();
    const altered = Buffer.from(kept.customerEmail!);
    altered[altered.length - 1]! ^= 1;
    await reserve({ ...kept, customerEmail: altered });
    expect(await service.open(await stored())).toBeNull();
  });

  it('the database refuses a partial value', async () => {
    const kept = await emails(OLD).seal('A-1001', EMAIL);
    for (const missing of Object.keys(kept)) {
      await expect(reserve({ ...kept, [missing]: null })).rejects.toThrow('orders_customer_email_whole');
    }
    await expect(reserve({ ...NO_EMAIL, customerEmailKeyId: 'a' })).rejects.toThrow();
  });
});
