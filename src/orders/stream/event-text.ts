/** The client's reconnection delay in milliseconds (WHATWG HTML, 9.2). */
export const RETRY_TEXT = 'retry: 2000\n\n';

/** A comment, ignored by clients. It keeps proxies from closing a quiet stream. */
export const HEARTBEAT_TEXT = ': \n\n';

/** `json` must be a single line. */
export function eventText(name: string, id: string, json: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${json}\n\n`;
}

/** The version in `Last-Event-ID`; null if missing or invalid. */
export function lastSeenVersion(header: string | undefined): number | null {
  return header !== undefined && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : null;
}
