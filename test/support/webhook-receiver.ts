import { startReceiver } from '#tools/fakes/receiver.mjs';
import type { Message, Receiver } from '#tools/fakes/receiver.mjs';
import { expect } from 'vitest';
import type { Service } from './service.js';

export { startReceiver };
export type { Receiver, Message as ReceivedMessage };

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
