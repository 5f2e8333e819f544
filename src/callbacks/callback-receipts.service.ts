import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { KeyRing, SealedColumn } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { Database } from '../platform/database/database.js';
import { entity } from '../platform/database/entity-table.js';
import { claimedMessage, readCallback, textFields } from './decisions/callback-content.js';
import type { CallbackContent } from './decisions/callback-content.js';
import { Chance } from '../platform/chance.js';

interface CallbackRequest extends CallbackContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceivedCallback extends CallbackRequest {
  readonly tradeNo: string;
  readonly method: string;
}

export interface CallbackSummary {
  readonly payloadHash: Buffer;
  readonly claimedStatus: string | null;
}

export interface StoredReceipt {
  readonly id: string;
  /** This time included. */
  readonly times: number;
}

interface SealedReceipt {
  readonly id: string;
  readonly tradeNo: string;
  readonly receivedAt: Date;
  /** null: received once. */
  readonly lastReceivedAt: Date | null;
  readonly times: number;
  readonly method: string;
  /** Unverified: taken from the callback. */
  readonly claimedStatus: string | null;
  readonly keyId: string;
  readonly content: Buffer;
}

export interface OpenedReceipt extends Omit<SealedReceipt, 'keyId' | 'content'> {
  /** null: undecryptable, because the key is gone or the bytes were altered. */
  readonly request: CallbackRequest | null;
  readonly claimedFields: ReadonlyMap<string, string>;
  /** Unverified, and may contain personal data. */
  readonly claimedMessage: string | null;
}

export const RECEIPT_CONTENT: SealedColumn = {
  what: 'callback receipts',
  table: 'callback_receipts',
  primaryKey: 'id',
  primaryKeyType: 'uuid',
  column: 'content',
  keyIdColumn: 'key_id',
  purpose: 'callback-receipt',
  contextOf: (id) => id,
};

const RECEIPT_COLUMNS = {
  id: 'uuid',
  receivedAt: 'timestamptz = checkout_now()',
  tradeNo: 'text collate C',
  merchantOrderNo: 'text collate C?',
  method: 'text',
  /** SHA-256 of the body. */
  digest: 'bytea',
  /** Hash of the content, so that repeats share a row. */
  payloadHash: 'bytea',
  claimedStatus: 'text?',
  keyId: 'text',
  content: 'bytea',
  times: 'integer = 1',
  /** Callbacks of the trade, repeats included, that were deleted to make room for this one. */
  dropped: 'integer = 0',
  lastReceivedAt: 'timestamptz?',
} as const;

export const CallbackReceiptEntity = entity('callback_receipts', RECEIPT_COLUMNS, ['id'], {
  indices: [
    { name: 'callback_receipts_trade', columns: ['tradeNo', 'receivedAt'] },
    { name: 'callback_receipts_newest', columns: ['receivedAt', 'id'] },
    { name: 'callback_receipts_orphans', columns: ['receivedAt', 'id'], where: `merchant_order_no IS NULL` },
    { name: 'callback_receipts_news', columns: ['tradeNo', 'payloadHash'], unique: true },
  ],
});

/** Storage limit per trade: some hundreds of ordinary callbacks, or the five newest of the largest size. */
const MOST_BYTES_OF_TRADE = 512 * 1024;

/** Deletes the oldest receipts to make room, counted in `dropped`. A repeat needs no room. */
const STORE = `
  WITH about AS (
         SELECT o.merchant_order_no, o.erased_at FROM trades t JOIN orders o USING (merchant_order_no)
          WHERE t.trade_no = $2 FOR KEY SHARE OF o),
       newest_first AS (
         SELECT id, sum(octet_length(content)) OVER (ORDER BY received_at DESC, id) AS bytes
           FROM callback_receipts WHERE trade_no = $2
            AND NOT EXISTS (SELECT 1 FROM callback_receipts WHERE trade_no = $2 AND payload_hash = $5)),
       gone AS (
         DELETE FROM callback_receipts
          WHERE id IN (SELECT id FROM newest_first WHERE bytes + octet_length($8::bytea) > $9::integer)
         RETURNING times + dropped AS count)
  INSERT INTO callback_receipts (id, trade_no, merchant_order_no, method, digest, payload_hash, claimed_status,
                                 key_id, content, dropped)
  SELECT $1, $2, about.merchant_order_no, $3, $4, $5, $6, $7, $8, (SELECT coalesce(sum(count), 0) FROM gone)
    FROM (SELECT) once LEFT JOIN about ON true WHERE about.erased_at IS NULL
  ON CONFLICT (trade_no, payload_hash) DO UPDATE
     SET times = callback_receipts.times + 1,
         last_received_at = greatest(callback_receipts.last_received_at, checkout_now())
  RETURNING id, times`;

const NEWEST = `
  SELECT id, trade_no AS "tradeNo", received_at AS "receivedAt", last_received_at AS "lastReceivedAt", times, method,
         claimed_status AS "claimedStatus", key_id AS "keyId", content
    FROM callback_receipts WHERE trade_no = ANY($1) ORDER BY received_at DESC, id DESC LIMIT $2`;

const DELETE_OLD = `
  DELETE FROM callback_receipts WHERE id IN (
    SELECT id FROM callback_receipts WHERE received_at < checkout_now() - $1 * interval '1 millisecond'
       AND coalesce(last_received_at, received_at) < checkout_now() - $1 * interval '1 millisecond'
     ORDER BY received_at, id LIMIT $2)
  RETURNING id`;

@Injectable()
export class CallbackReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
    private readonly chance: Chance,
  ) {}

  /** A repeat only raises the count of its receipt. null: the customer is erased, and nothing is stored. */
  async store(
    callback: ReceivedCallback,
    { payloadHash, claimedStatus }: CallbackSummary,
  ): Promise<StoredReceipt | null> {
    const { tradeNo, method, query, headers, body } = callback;
    const ring = await this.keys.ring();
    const id = this.chance.uuid();
    const content = JSON.stringify({ query, headers, body: body.toString('base64') });
    const { keyId, bytes } = ring.seal(RECEIPT_CONTENT.purpose, RECEIPT_CONTENT.contextOf(id), Buffer.from(content));
    const digest = createHash('sha256').update(body).digest();
    const row = [id, tradeNo, method, digest, payloadHash, claimedStatus, keyId, bytes, MOST_BYTES_OF_TRADE];
    const key = `${tradeNo} ${payloadHash.toString('hex')}`;
    const [stored] = await this.database.together<StoredReceipt>(STORE, row, key);
    return stored ?? null;
  }

  /** Newest first. */
  async open(tradeNos: readonly string[], most: number): Promise<OpenedReceipt[]> {
    const sealed = await this.database.query<SealedReceipt>(NEWEST, [tradeNos, most]);
    const ring = await this.keys.ring();
    return sealed.map((receipt) => opened(receipt, ring));
  }

  /** Deletes up to `most` receipts that were last received before the limit; returns how many. */
  async deleteOld(olderThanMs: number, most: number): Promise<number> {
    return (await this.database.query(DELETE_OLD, [olderThanMs, most])).length;
  }
}

function opened({ keyId, content, ...receipt }: SealedReceipt, ring: KeyRing): OpenedReceipt {
  try {
    const sealed = { keyId, bytes: content };
    const plain = ring.open(RECEIPT_CONTENT.purpose, RECEIPT_CONTENT.contextOf(receipt.id), sealed).toString('utf8');
    const stored = JSON.parse(plain) as Omit<CallbackRequest, 'body'> & { readonly body: string };
    const { query, headers, body } = stored;
    const request = { query, headers, body: Buffer.from(body, 'base64') };
    const said = textFields(readCallback(request));
    return { ...receipt, request, claimedFields: said, claimedMessage: claimedMessage(said) };
  } catch {
    return { ...receipt, request: null, claimedFields: new Map(), claimedMessage: null };
  }
}
