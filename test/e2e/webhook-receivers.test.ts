import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '#client/src/server.js';
import { HAS_PYTHON, NEEDS_PYTHON, runPython } from '../support/python.js';
import { checkoutBody, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Endpoint, ReceivedMessage, Receiver } from '../support/webhook-receiver.js';

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' });
/** By how its messages are signed. */
const endpoints = new Map<'v1' | 'v1a', Endpoint>();

beforeAll(async () => {
  for (const signature of ['v1', 'v1a'] as const) {
    endpoints.set(signature, await subscribe(world.service, { signature }));
  }
  // Text beyond ASCII shows whether bytes or characters were signed.
  await world.service.order(checkoutBody({ metadata: { cart: 'Grüße, 世界' } }));
  for (const { receiver } of endpoints.values()) {
    await until('a message', () => Promise.resolve(madeOf(receiver)));
  }
});
afterAll(async () => {
  for (const { receiver } of endpoints.values()) await receiver.close();
});

const madeOf = ({ messages }: Receiver): ReceivedMessage | undefined =>
  messages.find(({ type }) => type === 'order.created');

function received(signature: 'v1' | 'v1a'): { readonly message: ReceivedMessage; readonly secret: string } {
  const { receiver, secret } = endpoints.get(signature)!;
  return { message: madeOf(receiver)!, secret };
}

describe('what the service sends is verified', () => {
  it('by the library of Standard Webhooks', () => {
    const { message, secret } = received('v1');
    const verified = new Webhook(secret).verify(message.body, message.headers);
    expect(verified).toMatchObject({ type: 'order.created', data: { metadata: { cart: 'Grüße, 世界' } } });
    expect(() => new Webhook(secret).verify(`${message.body} `, message.headers)).toThrow('No matching signature');
  });

  it.each(['v1', 'v1a'] as const)('by the typed client: %s', async (signature) => {
    const { message, secret } = received(signature);
    expect(secret).toMatch(signature === 'v1' ? /^whsec_/ : /^whpk_/);
    const event = await verifyWebhook(message.headers, message.body, secret);
    expect(event).toMatchObject({ id: message.headers['webhook-id'], type: 'order.created' });
    await expect(verifyWebhook(message.headers, `${message.body} `, secret)).rejects.toThrow('no signature fits');
  });

  it.skipIf(!HAS_PYTHON)(`by the Python client${NEEDS_PYTHON}`, async () => {
    const { message, secret } = received('v1');
    const python = runPython(VERIFY, {}, JSON.stringify({ ...message, secret, other: received('v1a').secret }));
    expect(await python.ended, python.output()).toBe(0);
    expect(python.output().split('\n')).toEqual([
      'order.created Grüße, 世界',
      'order.created',
      'no signature fits',
      'no signature fits',
      'it was not sent just now: compare the clocks',
      'it was not sent just now: compare the clocks',
      'the time cannot be read',
      'a webhook header is missing',
      'a webhook header is missing',
      'no signature fits',
      'ValueError: Ed25519 is not in the standard library: make the endpoint with signature v1',
      'ValueError: a secret of a webhook begins with whsec_',
      '',
    ]);
  });
});

const VERIFY = `
import json, sys, time
from ramp_checkout import WebhookVerificationError, verify_webhook

sent = json.loads(sys.stdin.buffer.read())
headers, body, secret = sent["headers"], sent["body"].encode(), sent["secret"]
event = verify_webhook(headers, body, secret)
print(event["type"], event["data"]["metadata"]["cart"])
capitals = {name.upper(): value for name, value in headers.items()}
print(verify_webhook(capitals, body, ["whsec_b3RoZXI=", secret])["type"])

def refused(headers=headers, body=body, secret=secret, **more):
    try:
        verify_webhook(headers, body, secret, **more)
        print("taken")
    except WebhookVerificationError as error:
        print(error)
    except ValueError as error:
        print("ValueError:", error)

refused(body=body + b" ")
refused(secret="whsec_b3RoZXI=")
refused(now=time.time() + 400)
refused(tolerance=float("nan"))
refused({**headers, "webhook-timestamp": "1e9"})
refused({**headers, "Webhook-Id": "twice"})
refused({**headers, "webhook-signature": ""})
refused(secret=[])
refused(secret=sent["other"])
refused(secret="whsec_")
`;
