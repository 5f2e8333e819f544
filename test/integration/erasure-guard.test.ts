import { afterEach, beforeEach, expect, it } from 'vitest';
import { HistoryCheckService } from '#src/accounting/history/history-check.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { ALL_TIME } from '#src/accounting/span.js';
import { CallbackReceiptsService } from '#src/callbacks/callback-receipts.service.js';
import { ErasureService } from '#src/orders/write/erasure.service.js';
import { SystemChance } from '#src/platform/chance.js';
import { ErasureRepository } from '#src/privacy/erasure.repository.js';
import { asServiceRole, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { OrderActs } from '../support/order-acts.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { at, HOUR } from '../support/moments.js';

/** An attacker with the service role but without its key tries to misuse erasure. */
const THIEF = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const MARK = `'{"redirectUrl": "[erased]", "failRedirectUrl": null, "merchantName": null`;
const FIXED = '23001';

let testDatabase: TestDatabase;
let opened: OrderWriter;
beforeEach(async () => {
  testDatabase = await freshDatabase();
  opened = openOrderWriter(asServiceRole(testDatabase.url));
  await new OrderActs(opened).refused('A-1');
});
afterEach(async () => {
  await opened.close();
  await testDatabase.drop();
});

const sql = (text: string): Promise<unknown> => opened.database.query(text);

async function faults(): Promise<string[]> {
  const found: string[] = [];
  await new HistoryCheckService(new HistoryRepository(opened.database)).check(
    { order: null, span: ALL_TIME },
    await opened.keys.ring(),
    { fault: ({ reason }) => Promise.resolve(void found.push(reason)), progress: () => undefined },
  );
  return found;
}

it.each([
  ['another address beside the mark', `asked || ${MARK}, "address": "${THIEF}"}'`],
  ['another amount beside the mark', `asked || ${MARK}, "amount": "1.00"}'`],
  ['another address alone', `asked || '{"address": "${THIEF}"}'`],
  ['nothing', `'{}'`],
])('erasure: terms cannot become %s', async (_what, asked) => {
  await expect(sql(`UPDATE trades SET asked = ${asked}`)).rejects.toMatchObject({ code: FIXED });
  expect(await faults()).toEqual([]);
});

it('erasure: a mark without its seal is found, and nothing is sent from it', async () => {
  await sql(`UPDATE trades SET asked = asked || ${MARK}, "address": "[erased]", "memo": null}'`);
  expect(await faults()).toContain('its state does not fit its seal');
  await expect(sql(`UPDATE trades SET asked = asked || '{"address": "${THIEF}"}'`)).rejects.toMatchObject({
    code: FIXED,
  });
  await expect(opened.orders.find('A-1')).rejects.toMatchObject({ code: 'order_in_review' });
  const { state } = await opened.orders.findStored('A-1');
  expect(state).toMatchObject({ order: { inReview: true }, openMismatches: [{ kind: 'state' }] });
});

it('erasure: evidence can be removed, not altered, and a removal without an erasure is found', async () => {
  const { state, step } = await new OrderActs(opened).reserved('A-2');
  const evidence = { seen: 'as it came' };
  await opened.tradeRecord.record(state.trades[0]!, { kind: 'unknown', reason: 'timeout' }, { ...step, evidence });
  await expect(sql(`UPDATE order_events SET evidence = '{"seen": "else"}'`)).rejects.toMatchObject({ code: FIXED });
  await sql('UPDATE order_events SET evidence = NULL WHERE evidence IS NOT NULL');
  expect(await faults()).toEqual(['its evidence was taken away']);
});

it('erasure: a payment after a forced end does not reopen the order for erasure', async () => {
  const driven = new OrderActs(opened);
  await driven.created('A-4');
  const erasures = new ErasureService(opened.orders, opened.writes);
  expect(await erasures.stillOpen(['A-4'], false)).toEqual(['A-4']);
  expect(await erasures.erase(['A-4'], { kind: 'staff', by: 'x' }, 0, true)).toBe(1);
  await driven.seen('A-4');
  expect((await opened.orders.find('A-4')).state!.order).toMatchObject({ status: 'PAID', addressKey: null });
  expect(await erasures.stillOpen(['A-4'], false)).toEqual([]);
});

it('erasure: removes the receipts of trades that were lost, and of no other order', async () => {
  const receipts = new CallbackReceiptsService(opened.database, opened.keys, new SystemChance());
  for (const tradeNo of ['A-1', 'a-1-R2', 'A-1-r2x', 'A-11-r2', 'A-3']) {
    const received = { tradeNo, method: 'POST', query: '', headers: {}, body: Buffer.from(tradeNo) };
    await receipts.store(received, { payloadHash: Buffer.alloc(32), claimedStatus: null });
  }
  await new ErasureService(opened.orders, opened.writes).erase(['A-1'], { kind: 'staff', by: 'x' }, 0, true);
  const left = await sql('SELECT trade_no FROM callback_receipts ORDER BY trade_no COLLATE "C"');
  expect(left).toEqual(['A-1-r2x', 'A-11-r2', 'A-3'].map((trade_no) => ({ trade_no })));
});

it('erasure list: a repeated erasure keeps the later time, even when an older list is imported', async () => {
  const erasures = new ErasureRepository(opened.database);
  const jane = { digest: Buffer.alloc(32, 1), keyId: 'k1', subject: 'customer' } as const;
  const john = { ...jane, digest: Buffer.alloc(32, 2) };
  for (const ms of [0, HOUR, -HOUR]) await erasures.add({ ...jane, at: at(ms) });
  await erasures.add({ ...john, at: at(0) });
  expect(await erasures.list()).toEqual([
    { ...john, at: at(0) },
    { ...jane, at: at(HOUR) },
  ]);
});
