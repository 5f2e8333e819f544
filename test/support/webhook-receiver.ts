import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect } from 'vitest';
import type { Service } from './service.js';

export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Signed with the secret, within the tolerance. */
  readonly isGenuine: boolean;
  readonly body: string;
  readonly arrivedAt: Date;
}

/** A merchant's receiver, written only from the published text of Standard Webhooks. */
export interface Receiver {
  readonly url: string;
  readonly messages: ReceivedMessage[];
  /** Replaces the response; the default is 204. */
  answerWith(answer: (response: ServerResponse) => void): void;
  secret: string;
  close(): Promise<void>;
}

const TOLERANCE_S = 300;

export async function startReceiver(secret = ''): Promise<Receiver> {
  let answer = (response: ServerResponse): void => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const headers = request.headers as Record<string, string>;
      const isGenuine = receiver.secret !== '' && isSigned(receiver.secret, headers, body);
      const message = JSON.parse(body) as ReceivedMessage;
      receiver.messages.push({ ...message, headers, isGenuine, body, arrivedAt: new Date() });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/webhooks`,
    messages: [],
    secret,
    answerWith: (given) => {
      answer = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** A receiver registered as an endpoint of a service. */
export interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

/** The registration, if not all events at the receiver's own URL. */
export interface Registration {
  readonly events?: readonly string[];
  readonly url?: string;
  readonly signature?: 'v1' | 'v1a';
}

export async function subscribe(
  service: Service,
  { events = ['*'], ...given }: Registration = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Endpoint> {
  const receiver = await startReceiver();
  const answer = await service.post('/v1/admin/webhooks', { url: receiver.url, events, ...given }, headers);
  expect(answer.status, answer.text).toBe(201);
  const { id, secret } = answer.body as unknown as Endpoint;
  receiver.secret = secret;
  return { id, secret, receiver };
}

function isSigned(secret: string, headers: Readonly<Record<string, string>>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
