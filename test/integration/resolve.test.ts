import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, AuditEntry } from '#src/audit/audit.types.js';
import { AuditService } from '#src/audit/audit.service.js';
import { MismatchesService } from '#src/operator/desk/mismatches.service.js';
import { PROBLEM_TEXTS } from '#src/platform/problems/problem.js';
import { openDesk } from '../support/desk.js';
import type { Desk } from '../support/desk.js';
import { OrderActs } from '../support/order-acts.js';
import { ADDRESS } from '../support/order-builders.js';
import { historyProblems, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const ANN: Actor = { id: 'key:ann', name: 'Ann', address: '192.0.2.7' };
const BOB: Actor = { id: 'key:bob', name: 'Bob', address: null };
const ALL = { state: 'all', kind: null, merchantOrderNo: null } as const;

let opened: OrderWriter;
let orders: OrderActs;
let desk: Desk;
let id: string;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
  orders = new OrderActs(opened);
  desk = await openDesk(opened);
  await orders.created('A-1');
  await orders.seen('A-1', { address: OTHER, status: 'COMPLETED', rampStatus: 'FINISHED' });
  id = (await desk.mismatches.list(ALL, { limit: 10, after: null })).rows[0]!.id;
});
afterEach(async () => {
  expect(await historyProblems(opened)).toEqual([]);
  await opened.close();
});

const sql = <Row = Record<string, unknown>>(text: string): Promise<Row[]> => opened.database.query<Row>(text);
const order = async () => (await opened.orders.find('A-1')).state!.order;
const announced = async (): Promise<unknown[]> =>
  (await sql('SELECT type FROM outbox ORDER BY version, type')).map(({ type }) => type);
const entries = () => sql(`SELECT actor_id, action, target, reason, detail FROM audit_log ORDER BY id`);

describe('settling a mismatch', () => {
  it('ends the review, announces the completion, and is written down first', async () => {
    expect(await order()).toMatchObject({ status: 'COMPLETED', inReview: true });
    expect(await announced()).not.toContain('order.completed');
    const settled = await desk.mismatches.resolve(ANN, id, 'asked the customer');
    expect(settled).toMatchObject({
      id,
      status: 'COMPLETED',
      inReview: false,
      resolvedBy: 'staff:key:ann',
      note: 'asked the customer',
    });
    expect(await order()).toMatchObject({ status: 'COMPLETED', inReview: false });
    expect((await announced()).slice(-2)).toEqual(['order.completed', 'order.review_resolved']);
    expect(await entries()).toEqual([
      {
        actor_id: 'key:ann',
        action: 'mismatch.resolve',
        target: id,
        reason: 'asked the customer',
        detail: { merchantOrderNo: 'A-1', tradeNo: 'A-1', kind: 'field', field: 'address' },
      },
    ]);
  });

  it('keeps the note out of the history, and the address out of the audit log', async () => {
    const note = `the customer wanted ${ADDRESS.toLowerCase()} after all`;
    await desk.mismatches.resolve(ANN, id, note);
    expect(JSON.stringify(await sql('SELECT * FROM order_events'))).not.toContain('after all');
    const [entry] = await entries();
    expect(entry!['reason']).toMatch(/^the customer wanted 0x5290…9EE7 #\S+ after all$/);
    expect(await sql('SELECT note FROM mismatches')).toEqual([{ note }]);
  });

  it('does nothing when it cannot be written down', async () => {
    const failing = Object.assign(Object.create(AuditService.prototype) as AuditService, {
      record: () => Promise.reject(new Error('the audit log is full')),
    });
    const resolve = new MismatchesService(opened.database, opened.seals, desk.settling, failing);
    const before = await order();
    await expect(resolve.resolve(ANN, id, 'a note')).rejects.toThrow('the audit log is full');
    expect(await order()).toEqual(before);
    expect(await sql('SELECT resolved_at, note FROM mismatches')).toEqual([{ resolved_at: null, note: null }]);
  });

  it('of the same actor again gives what is stored, and is no second deed', async () => {
    const first = await desk.mismatches.resolve(ANN, id, 'a note');
    const { version } = await order();
    expect(await desk.mismatches.resolve(ANN, id, 'another note')).toEqual({
      ...first,
      ageMs: expect.any(Number) as number,
    });
    expect(await entries()).toHaveLength(1);
    expect((await order()).version).toBe(version);
  });

  it('of a colleague finds nothing open', async () => {
    await desk.mismatches.resolve(ANN, id, 'a note');
    await expect(desk.mismatches.resolve(BOB, id, 'another note')).rejects.toMatchObject({ code: 'not_found' });
    expect(await sql('SELECT resolved_by, note FROM mismatches')).toEqual([
      { resolved_by: 'staff:key:ann', note: 'a note' },
    ]);
    expect(await entries()).toHaveLength(1);
  });

  it('of a colleague at the same moment is written down as one that did nothing', async () => {
    const first = Object.assign(Object.create(AuditService.prototype) as AuditService, {
      record: async (entry: AuditEntry) => {
        if (entry.reason !== null) await desk.mismatches.resolve(ANN, id, 'a note');
        await desk.audit.record(entry);
      },
    });
    const bobs = new MismatchesService(opened.database, opened.seals, desk.settling, first);
    await expect(bobs.resolve(BOB, id, 'another note')).rejects.toMatchObject({ code: 'not_found' });
    expect(await entries()).toMatchObject([
      { actor_id: 'key:ann', reason: 'a note' },
      { actor_id: 'key:bob', reason: 'another note' },
      { actor_id: 'key:bob', reason: null, detail: { outcome: 'not_open' } },
    ]);
  });

  it('of altered rows is refused, with the way out of it, and nothing is audited', async () => {
    await sql(`UPDATE trades SET pay_url = 'https://thief.example'`);
    await expect(order()).rejects.toMatchObject({ code: 'order_in_review' });
    const { rows } = await desk.mismatches.list({ ...ALL, kind: 'state' }, { limit: 10, after: null });
    const refused = { code: 'order_in_review', message: PROBLEM_TEXTS.altered };
    await expect(desk.mismatches.resolve(ANN, rows[0]!.id, 'fine')).rejects.toMatchObject(refused);
    await expect(order()).rejects.toMatchObject({ code: 'order_in_review' });
    expect(await entries()).toEqual([]);
  });
});

describe('the audit log', () => {
  beforeEach(() => desk.audit.record({ actor: ANN, action: 'order.ask', target: 'A-1', reason: null }));

  it.each([
    `UPDATE audit_log SET reason = 'another'`,
    'DELETE FROM audit_log',
    `INSERT INTO audit_log SELECT (jsonb_populate_record(a, '{"id": 1}')).* FROM audit_log a`,
    `INSERT INTO audit_log SELECT (jsonb_populate_record(a, '{"id": 2, "action": "Something Else"}')).* FROM audit_log a`,
    `INSERT INTO audit_log SELECT (jsonb_populate_record(a, '{"id": 2, "mac": null}')).* FROM audit_log a`,
  ])('refuses: %s', async (statement) => {
    const before = await sql('SELECT * FROM audit_log');
    await expect(sql(statement)).rejects.toThrow();
    expect(await sql('SELECT * FROM audit_log')).toEqual(before);
    expect(before).toHaveLength(1);
  });
});
