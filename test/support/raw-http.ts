import { request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A server's bytes on one connection until it closed it. */
export interface RawAnswer {
  readonly text: string;
  /** Of all responses, in order. */
  readonly statuses: readonly number[];
  /** Headers of the first response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** After the first response's headers. */
  readonly body: string;
}

/** Connects from one of this machine's addresses. */
export function openSocket(port: number, from = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.once('connect', () => {
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Reads until the other side closes the connection. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
  });
}

/** Sends raw bytes and reads until the server closes the connection. */
export async function sendRaw(port: number, bytes: string, from?: string): Promise<RawAnswer> {
  const socket = await openSocket(port, from);
  const answer = readToEnd(socket);
  socket.write(bytes, 'latin1');
  return parse(await answer);
}

export function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line) => /^([^:]+): ?(.*)$/.exec(line) ?? [])
    .map(([, name = '', value = '']) => [name.toLowerCase(), value] as const);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses, headers: Object.fromEntries(fields), body: rest.join('\r\n\r\n') };
}

export interface AnswerFrom {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request from one of this machine's addresses on a new connection; a text body is sent unchanged. */
export function requestFrom(
  from: string,
  method: string,
  url: string,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): Promise<AnswerFrom> {
  const bytes = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const json = bytes === undefined ? {} : { 'content-type': 'application/json' };
  const options = { method, localAddress: from, agent: false, headers: { ...json, ...headers } };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
      });
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}
