import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnchorService } from '#src/accounting/anchor/anchor.service.js';
import { anchorsIn, anchorText } from '#src/accounting/anchor/anchor.js';
import { HistoryCheckService } from '#src/accounting/history/history-check.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { ALL_TIME } from '#src/accounting/span.js';
import { AuditVerifier } from '#src/audit/audit-check.service.js';
import { entryText } from '#src/audit/audit-chain.js';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { checkAudit } from '#src/cli/accounts/findings.js';
import { endText, sealedText } from '#src/orders/decisions/history.js';
import type { OrderEvent } from '#src/orders/model/order.types.js';
import type { KeyPurpose } from '#src/platform/crypto/key-ring.js';
import { copyOf, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { openDesk } from '../support/desk.js';
import { OrderActs } from '../support/order-acts.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { shiftClock } from '../support/service-clock.js';
import { sealAgain } from '../support/sealed-orders.js';

const MALLORY = { id: 'key:mallory', name: 'Mallory', address: '192.0.2.66' };
const ANN = { id: 'key:ann', name: 'Ann', address: '192.0.2.7' };

let original: TestDatabase;
/** The anchor, as stored elsewhere. */
let kept: string;
let testDatabase: TestDatabase;
let opened: OrderWriter;

const anchorsOf = ({ database }: OrderWriter): AnchorService =>
  new AnchorService(new AuditVerifier(new AuditRepository(database)), database);

beforeAll(async () => {
  original = await freshDatabase();
  const writer = openOrderWriter(original.url);
  const orders = new OrderActs(writer);
  const { audit } = await openDesk(writer);
  for (const number of ['a-1', 'B-2', 'b-10']) {
    await orders.created(number);
    await orders.seen(number);
    await audit.record({ actor: ANN, action: 'order.read', target: number, reason: null });
    await audit.record({ actor: MALLORY, action: 'order.reveal', target: number, reason: 'because' });
  }
  await writer.close();
  await shiftClock(original.url, '1 h');
  const later = openOrderWriter(original.url);
  kept = anchorText(await anchorsOf(later).make());
  await later.close();
});
afterAll(() => original.drop());

beforeEach(async () => {
  testDatabase = await copyOf(original);
  await shiftClock(testDatabase.url, '1 h');
  opened = openOrderWriter(testDatabase.url);
});
afterEach(async () => {
  await opened.close();
  await testDatabase.drop();
});

const sql = <Row>(text: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(text, parameters);

async function faults(...anchors: readonly string[]): Promise<string[]> {
  const ring = await opened.keys.ring();
  const found: string[] = [];
  await new HistoryCheckService(new HistoryRepository(opened.database)).check({ order: null, span: ALL_TIME }, ring, {
    fault: ({ merchantOrderNo, reason }) => Promise.resolve(void found.push(`${merchantOrderNo}: ${reason}`)),
    progress: () => undefined,
  });
  await checkAudit(opened.database, ring, anchors.length === 0 ? [] : anchorsIn(anchors.join('\n'))!, {
    fault: ({ entry, reason, ...what }) =>
      Promise.resolve(void found.push(`${'subject' in what ? what.subject : ''} ${entry ?? ''}: ${reason}`)),
    end: () => Promise.resolve(),
  });
  return found;
}

/** The owner of the database has stolen SERVICE_KEY and can make valid HMACs. */
async function stolenMac(purpose: KeyPurpose, text: string): Promise<Buffer> {
  return (await opened.keys.ring()).mac(purpose, text)!;
}

async function rewriteAuditLog(without: (action: string, actor: string) => boolean): Promise<void> {
  const log = new AuditRepository(opened.database);
  const left = (await log.after(0, 1000)).filter(({ action, actor }) => !without(action, actor.id));
  await sql('ALTER TABLE audit_log DISABLE TRIGGER ALL');
  await sql('DELETE FROM audit_log');
  let before: Buffer | null = null;
  for (const [index, entry] of left.entries()) {
    const moved = { ...entry, id: index + 1 };
    before = await stolenMac('audit-log', entryText(moved, before));
    await log.append({ ...moved, mac: before });
  }
}

/** Changes entries of one order and reseals its whole chain, end included. */
async function rewriteHistory(number: string, change: (event: OrderEvent) => OrderEvent): Promise<void> {
  const events = await sql<OrderEvent>(
    `SELECT merchant_order_no AS "merchantOrderNo", seq, at, trade_no AS "tradeNo", kind, cause, data, evidence,
            evidence_mac AS "evidenceMac",
            key_id AS "keyId", mac FROM order_events WHERE merchant_order_no = $1 ORDER BY seq`,
    number,
  );
  await sql('ALTER TABLE order_events DISABLE TRIGGER ALL');
  let end: Buffer | null = null;
  for (const event of events.map(change)) {
    const mac = await stolenMac('history', sealedText(event, end));
    end = await stolenMac('history', endText(number, event.seq, mac));
    const { seq, at, cause, data } = event;
    await sql(
      'UPDATE order_events SET at = $3, cause = $4, data = $5, mac = $6 WHERE merchant_order_no = $1 AND seq = $2',
      ...[number, seq, at, JSON.stringify(cause), JSON.stringify(data), mac],
    );
  }
  await sql('UPDATE orders SET last_event_mac = $2 WHERE merchant_order_no = $1', number, end);
  await sealAgain(opened.database, { numbers: [number], ring: await opened.keys.ring() });
}

describe('audit anchor: an anchor stored elsewhere', () => {
  it('still matches after orders change, new ones come and staff works', async () => {
    expect(await faults(kept)).toEqual([]);
    const orders = new OrderActs(opened);
    await orders.seen('a-1', { status: 'COMPLETED', rampStatus: 'FINISHED' });
    await orders.created('A-0');
    const { audit } = await openDesk(opened);
    await audit.record({ actor: ANN, action: 'order.ask', target: 'a-1', reason: null });
    expect(await faults(kept)).toEqual([]);
    expect(await faults(kept, anchorText(await anchorsOf(opened).make()))).toEqual([]);
  });

  it('reveals an entry removed from the audit log and resealed', async () => {
    await rewriteAuditLog((action, actor) => action === 'order.reveal' && actor === MALLORY.id);
    expect(await faults()).toEqual([]);
    expect(await faults(kept)).toEqual(['audit log : it ends with entry 3, and the anchor names entry 6']);
  });

  it('reveals it even if as many entries were added', async () => {
    await rewriteAuditLog((action, actor) => action === 'order.reveal' && actor === MALLORY.id);
    const { audit } = await openDesk(opened);
    for (let n = 0; n < 5; n++) await audit.record({ actor: ANN, action: 'order.read', target: 'a-1', reason: null });
    expect(await faults()).toEqual([]);
    expect(await faults(kept)).toEqual(['audit log 6: is not the entry that the anchor names']);
  });

  it.each<[string, (event: OrderEvent) => OrderEvent]>([
    ['what an entry says', (event) => ({ ...event, data: { ...event.data, said: 'otherwise' } })],
    ['why', (event) => ({ ...event, cause: { kind: 'schedule' } as unknown as OrderEvent['cause'] })],
    ['when', (event) => ({ ...event, at: new Date(event.at.getTime() + 1000) })],
    ['when, so that it looks younger than the anchor', (event) => ({ ...event, at: new Date(Date.now() + 7_200_000) })],
  ])('reveals a rewritten history: %s', async (_what, change) => {
    await rewriteHistory('B-2', (event) => (event.seq === 2 ? change(event) : event));
    const unanchored = await faults();
    // The dates must be in order; only the anchor knows their original values.
    expect(unanchored.filter((fault) => !fault.includes('version'))).toEqual([]);
    expect(await faults(kept)).toContainEqual(
      expect.stringMatching(/^anchor of .*: the history up to .* is not the one/),
    );
  });

  it('reveals an order deleted with all its data, and one added with an old date', async () => {
    await sql('ALTER TABLE order_events DISABLE TRIGGER ALL');
    for (const table of ['order_events', 'schedules', 'outbox', 'trades', 'orders']) {
      const which = table === 'schedules' ? 'trade_no' : 'merchant_order_no';
      await sql(`DELETE FROM ${table} WHERE ${which} = 'B-2'`);
    }
    expect(await faults()).toEqual([]);
    expect(await faults(kept)).toEqual([expect.stringContaining(' is not the one that was anchored') as string]);
  });

  it('reveals an order added with an old date', async () => {
    await new OrderActs(opened).created('B-3');
    expect(await faults(kept)).toEqual([]);
    const [{ at }] = (await sql<{ at: Date }>(`SELECT min(at) AS at FROM order_events`)) as [{ at: Date }];
    await rewriteHistory('B-3', (event) => ({ ...event, at: new Date(at.getTime() + event.seq) }));
    expect(await faults(kept)).toContainEqual(expect.stringContaining(' is not the one that was anchored'));
  });
});

it('is one line, and other text is refused', () => {
  expect(anchorsIn(`${kept}\n\n${kept}\n`)!.map(anchorText)).toEqual([kept, kept]);
  const broken = ['', '{}', '[]', 'null', kept.slice(1), kept.replace('"mac":"', '"mac":"0'), `${kept}\n{}`];
  for (const text of broken) expect(anchorsIn(text), text).toBeNull();
});
