import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { SERVICE_KEY } from './service.js';
import type { ReceiptRecord, WholeOrder } from './service-rows.js';

/** Derives a key of the service from the test's master key. */
function derived(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(SERVICE_KEY, 'base64'), 'ramp-checkout', purpose, 32));
}

type History = Pick<WholeOrder, 'order' | 'events'>;

/** Recomputes every HMAC of a history from the stored rows; empty: intact. Both must be read in one snapshot. */
export function historyProblems({ order, events }: History): string[] {
  if (order === null) return ['there is no such order'];
  const key = derived('history');
  const problems: string[] = [];
  let before: Buffer | null = null;
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) problems.push(`entry ${index + 1} has the number ${event.seq}`);
    const isErased = event.evidence === null && events.some(({ kind, seq }) => kind === 'erased' && seq > event.seq);
    const evidence = sortedJson(['evidence', event.merchant_order_no, event.seq, event.evidence]);
    const seen = event.evidence === null ? null : createHmac('sha256', key).update(evidence, 'utf8').digest();
    if (!isErased && seen?.toString('hex') !== event.evidence_mac?.toString('hex')) {
      problems.push(`the evidence of entry ${event.seq} (${event.kind}) is not the one that it had`);
    }
    const text = sortedJson([
      event.merchant_order_no,
      event.seq,
      event.at.toISOString(),
      event.trade_no,
      event.kind,
      event.cause,
      event.data,
      event.evidence_mac?.toString('hex') ?? null,
      before?.toString('hex') ?? null,
    ]);
    const mac = createHmac('sha256', key).update(text, 'utf8').digest();
    if (!mac.equals(event.mac)) problems.push(`the HMAC of entry ${event.seq} (${event.kind}) is not of its content`);
    const end = sortedJson(['end', event.merchant_order_no, event.seq, event.mac.toString('hex')]);
    before = createHmac('sha256', key).update(end, 'utf8').digest();
  }
  if (order.event_count !== events.length) problems.push(`the order counts ${order.event_count} entries`);
  if (before === null || order.last_event_mac?.equals(before) !== true) {
    problems.push('the order does not end where its history ends');
  }
  return problems;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The last path segment of a trade's callback address. */
export function callbackToken(tradeNo: string): string {
  return `${tradeNo}~1~${createHmac('sha256', derived('callback-token')).update(tradeNo).digest('base64url')}`;
}

export interface OpenReceipt {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function openReceipt({ id, content }: ReceiptRecord): OpenReceipt {
  const decipher = createDecipheriv('aes-256-gcm', derived('callback-receipt'), content.subarray(0, 12))
    .setAAD(Buffer.from(id))
    .setAuthTag(content.subarray(12, 28));
  const plain = Buffer.concat([decipher.update(content.subarray(28)), decipher.final()]).toString('utf8');
  const { query, headers, body } = JSON.parse(plain) as {
    query: string;
    headers: Record<string, string>;
    body: string;
  };
  return { query, headers, body: Buffer.from(body, 'base64') };
}
