/** What an embedded checkout page reports to the shop's page. */
export type EmbedMessage = { readonly source: 'ramp-checkout' } & (
  | {
      readonly type: 'created';
      readonly merchantOrderNo: string;
      /** Opens the order anywhere: it ends in `#` and the order's client secret. */
      readonly orderUrl: string;
    }
  | { readonly type: 'paid' | 'completed'; readonly merchantOrderNo: string }
  /** The customer closes the checkout. */
  | { readonly type: 'closed' }
  /** Of the page's content, in CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
);

/** The sender of a message event; in browsers any window may send one. */
interface Sender {
  readonly origin: string;
  readonly source: unknown;
}

/** The message of an event from the expected window at the expected origin; null: of anything else. */
export function messageFrom(event: Sender & { readonly data: unknown }, expected: Sender): EmbedMessage | null {
  if (event.origin !== expected.origin || event.source !== expected.source || event.source === null) return null;
  return isMessage(event.data) ? event.data : null;
}

function isMessage(data: unknown): data is EmbedMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { source, type, merchantOrderNo, orderUrl, height } = data as Readonly<Record<string, unknown>>;
  if (source !== 'ramp-checkout') return false;
  switch (type) {
    case 'created':
      return typeof merchantOrderNo === 'string' && typeof orderUrl === 'string';
    case 'paid':
    case 'completed':
      return typeof merchantOrderNo === 'string';
    case 'height':
      return typeof height === 'number' && Number.isFinite(height);
    default:
      return type === 'closed';
  }
}
