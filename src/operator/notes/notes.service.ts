import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { requireUnerased } from '../../orders/write/order-edits.service.js';
import { Chance } from '../../platform/chance.js';
import type { KeyRing, SealedColumn } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { Database } from '../../platform/database/database.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';
import { NewestFirst, pageOf } from '../../platform/database/pages.js';
import type { Page, PageRequest, PositionColumns } from '../../platform/database/pages.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';

export interface Note {
  readonly id: string;
  readonly at: Date;
  /** The name of the member of staff. */
  readonly by: string;
  /** null: the customer is erased, or it cannot be decrypted. */
  readonly text: string | null;
}

export const NOTE_TEXT: SealedColumn = {
  what: 'notes on orders',
  table: 'order_notes',
  primaryKey: 'id',
  primaryKeyType: 'uuid',
  column: 'text_sealed',
  keyIdColumn: 'key_id',
  purpose: 'order-note',
  contextOf: (id) => `note:${id}`,
};

const NOTE_COLUMNS = {
  id: 'uuid',
  merchantOrderNo: 'text collate C',
  at: 'timestamptz = checkout_now()',
  writtenBy: 'text',
  textSealed: 'bytea?',
  keyId: 'text?',
} as const;

export const OrderNoteEntity = entity('order_notes', NOTE_COLUMNS, ['id'], {
  checks: [{ name: 'order_notes_text', expression: '(text_sealed IS NULL) = (key_id IS NULL)' }],
  foreignKeys: [{ ...refersTo('order_notes_order_fkey', 'orders', 'merchantOrderNo'), onDelete: 'CASCADE' }],
  indices: [{ name: 'order_notes_newest', columns: ['merchantOrderNo', 'at', 'id'] }],
});

/** A note may name the customer, so it waits for an erasure of the order, and is not written after one. */
const ADD = `
  WITH o AS (SELECT merchant_order_no, erased_at FROM orders WHERE merchant_order_no = $2 FOR KEY SHARE)
  INSERT INTO order_notes (id, merchant_order_no, written_by, text_sealed, key_id)
  SELECT $1, merchant_order_no, $3, $4, $5 FROM o WHERE erased_at IS NULL
  ON CONFLICT (id) DO NOTHING RETURNING 1`;

const SELECT = 'n.id, n.at, n.written_by AS by, n.text_sealed AS bytes, n.key_id AS "keyId"';

type StoredNote = Omit<Note, 'text'> & { readonly bytes: Buffer | null; readonly keyId: string | null };

/** Notes of staff on an order: append-only, encrypted, for staff alone. */
@Injectable()
export class NotesService {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
    private readonly audit: AuditService,
    private readonly chance: Chance,
  ) {}

  /** Audited if it shows any. Throws `not_found`. */
  async list(merchantOrderNo: string, page: PageRequest, actor: Actor): Promise<Page<Note>> {
    await this.order(merchantOrderNo);
    const list = new NewestFirst().where('n.merchant_order_no = ?', merchantOrderNo);
    const listing = { select: SELECT, from: 'order_notes n', at: 'n.at', id: 'n.id', idType: 'uuid' } as const;
    const statement = list.sql(listing, page);
    const stored = await this.database.query<StoredNote & PositionColumns>(statement, list.parameters);
    if (stored.length > 0)
      await this.audit.record({ actor, action: 'order.read_notes', target: merchantOrderNo, reason: null });
    const { rows, next } = pageOf(stored, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
    const ring = await this.keys.ring();
    return { rows: rows.map((row) => opened(row, ring)), next };
  }

  /**
   * The same text under the same `repeatKey` is the same note (`isNew` false). Throws `not_found`, also for an erased
   * order. The audit log does not get the text, since it keeps its entries.
   */
  async add(
    merchantOrderNo: string,
    text: string,
    repeatKey: string | null,
    actor: Actor,
  ): Promise<{ readonly isNew: boolean; readonly note: Note }> {
    requireUnerased(await this.order(merchantOrderNo));
    const ring = await this.keys.ring();
    const id =
      repeatKey === null
        ? this.chance.uuid()
        : uuidOf(ring.sign('order-note', JSON.stringify([actor.id, merchantOrderNo, repeatKey, text])).mac);
    const repeated = await this.find(id, ring);
    if (repeated !== null) return { isNew: false, note: repeated };
    await this.audit.record({ actor, action: 'order.note', target: merchantOrderNo, reason: null, detail: { id } });
    const { bytes, keyId } = ring.seal(NOTE_TEXT.purpose, NOTE_TEXT.contextOf(id), Buffer.from(text));
    const written = await this.database.query(ADD, [id, merchantOrderNo, actor.name, bytes, keyId]);
    const note = await this.find(id, ring);
    if (note === null) throw noSuchOrder();
    return { isNew: written.length === 1, note };
  }

  private async find(id: string, ring: KeyRing): Promise<Note | null> {
    const [stored] = await this.database.query<StoredNote>(`SELECT ${SELECT} FROM order_notes n WHERE id = $1`, [id]);
    return stored === undefined ? null : opened(stored, ring);
  }

  private async order(merchantOrderNo: string): Promise<{ readonly erasedAt: Date | null }> {
    const [order] = await this.database.query<{ erasedAt: Date | null }>(
      'SELECT erased_at AS "erasedAt" FROM orders WHERE merchant_order_no = $1',
      [merchantOrderNo],
    );
    if (order === undefined) throw noSuchOrder();
    return order;
  }
}

function opened({ id, at, by, bytes, keyId }: StoredNote, ring: KeyRing): Note {
  const note = { id, at, by };
  if (bytes === null || keyId === null) return { ...note, text: null };
  try {
    return {
      ...note,
      text: ring.open(NOTE_TEXT.purpose, NOTE_TEXT.contextOf(id), { keyId, bytes }).toString('utf8'),
    };
  } catch {
    return { ...note, text: null };
  }
}

const uuidOf = (mac: Buffer): string =>
  mac.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

const noSuchOrder = (): Problem => new Problem('not_found', PROBLEM_TEXTS.orderNotFound);
