import { request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';

/** A header that is listed is sent once for each of its values. */
export type SentHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface Sending {
  readonly method?: string;
  readonly path: string;
  readonly headers?: SentHeaders;
  /** Text and bytes go as they are, anything else as JSON. */
  readonly body?: unknown;
}

export interface Reply {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** An empty object when it is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

const NO_REPLY: Reply = { status: 0, headers: {}, text: '', body: {} };

/** One request over a connection of its own, sent from the address `from`. */
export function sendFrom(
  from: string,
  port: number,
  { method = 'GET', path, headers = {}, body }: Sending,
): Promise<Reply> {
  const bytes = bytesOf(body);
  const all: OutgoingHttpHeaders = {
    ...(bytes === null ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
    ...(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])) as Record<
      string,
      string | string[]
    >),
  };
  return new Promise((settle) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: all, localAddress: from, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => settle(NO_REPLY));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          settle({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: jsonOf(text) });
        });
      },
    );
    sent.on('error', () => settle(NO_REPLY));
    sent.end(bytes ?? undefined);
  });
}

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined) return null;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
