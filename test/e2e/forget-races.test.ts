import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { findStored } from '../support/stored-persons.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { ReceivedMessage, Receiver } from '../support/webhook-receiver.js';

const ADDRESS = `0x${'c7'.repeat(20)}`;

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' });
let receiver: Receiver;
beforeAll(async () => {
  ({ receiver } = await subscribe(world.service));
});
afterAll(async () => {
  await receiver.close();
});

it('webhooks: the answer of a receiver is not kept when the customer was forgotten while it was awaited', async () => {
  const { service, rows } = world;
  const held: (() => void)[] = [];
  const repeats = (response: ServerResponse) => response.writeHead(500).end(receiver.messages[0]?.body);
  receiver.answerWith((response) => held.push(() => repeats(response)));
  const { merchantOrderNo, payUrl } = await service.order(checkoutBody({ address: ADDRESS }));
  await pressButton(payUrl, 'cancel');
  await rows.untilStatus(merchantOrderNo, 'CANCELLED');
  const tellsEnd = ({ data, body }: ReceivedMessage) =>
    data['merchantOrderNo'] === merchantOrderNo && data['status'] === 'CANCELLED' && body.includes(ADDRESS);
  await until('the webhook is on its way', () => Promise.resolve(receiver.messages.some(tellsEnd)));

  expect(await service.post('/v1/admin/forget', { merchantOrderNo })).toMatchObject({ body: { erased: 1 } });
  receiver.answerWith(repeats);
  for (const answer of held) answer();
  const attempts = () =>
    rows.query<{ answer: string | null }>('SELECT answer FROM webhook_attempts WHERE status = 500');
  const recorded = await until('each attempt is recorded', async () => {
    const found = await attempts();
    return found.length >= held.length && found;
  });
  expect(new Set(recorded.map(({ answer }) => answer))).toEqual(new Set([null]));
  expect(await findStored(rows, [ADDRESS])).toEqual([]);
});
