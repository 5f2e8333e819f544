/** How long a client waits before it comes again, in the words of server-sent events (WHATWG HTML, 9.2). */
export const RETRY_TEXT = 'retry: 2000\n\n';

/** A comment, which clients leave out: it keeps proxies from taking a quiet stream for a dead one. */
export const HEARTBEAT_TEXT = ': \n\n';

/** An event; `json` is one line. */
export function eventText(name: string, id: string, json: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${json}\n\n`;
}

/** The version that a client says it has seen last (`Last-Event-ID`); null: it does not, or not in our words. */
export function lastSeenVersion(header: string | undefined): number | null {
  return header !== undefined && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : null;
}
