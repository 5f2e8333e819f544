import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../src/server.js';
import { SystemChance } from '../../src/platform/chance.js';
import { newSigningKey, webhookHeaders } from '../../src/webhooks/decisions/webhook-signature.js';
import type { WebhookKey } from '../../src/webhooks/decisions/webhook-signature.js';

const AT = new Date('2026-01-31T12:00:00Z');
const now = AT.getTime();
const BODY = '{"id":"m1","type":"order.paid","data":{"merchantOrderNo":"Ä-1"}}';
const [one, another, asymmetric] = (['v1', 'v1', 'v1a'] as const).map((scheme) =>
  newSigningKey(scheme, new SystemChance()),
) as [WebhookKey, WebhookKey, WebhookKey];

const signed = (...keys: readonly WebhookKey[]) => ({ ...webhookHeaders('m1', AT, BODY, keys) });

describe('verifyWebhook', () => {
  it("returns the event of the specification's example", async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const options = { now: 1614265330 * 1000 };
    expect(
      await verifyWebhook(headers, '{"test": 2432232314}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', options),
    ).toEqual({ test: 2432232314 });
  });

  it.each([
    ['HMAC', signed(one), one.verifier],
    ['Ed25519', signed(asymmetric), asymmetric.verifier],
    ['both, while one replaces the other', signed(another, one), one.verifier],
    ['one of several secrets', signed(one), [another.verifier, asymmetric.verifier, one.verifier]],
  ])('accepts a signed message: %s', async (_, headers, secrets) => {
    const fields = { ...headers, 'content-type': 'application/json' };
    expect(await verifyWebhook(fields, BODY, secrets, { now })).toMatchObject({ type: 'order.paid' });
    expect(await verifyWebhook(new Headers(fields), new TextEncoder().encode(BODY), secrets, { now })).toMatchObject({
      data: { merchantOrderNo: 'Ä-1' },
    });
    const capitals = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(capitals, Buffer.from(BODY), secrets, { now })).toMatchObject({ id: 'm1' });
  });

  it.each<[string, Record<string, string | string[] | undefined>, string, object]>([
    ['another body', signed(one), `${BODY} `, {}],
    ['another id', { ...signed(one), 'webhook-id': 'm2' }, BODY, {}],
    ['another time', { ...signed(one), 'webhook-timestamp': String(now / 1000 + 1) }, BODY, {}],
    ['another secret', signed(another), BODY, {}],
    [
      'a signature of another kind',
      { ...signed(one), 'webhook-signature': signed(one)['webhook-signature'].replace('v1', 'v1a') },
      BODY,
      {},
    ],
    ['a malformed signature', { ...signed(one), 'webhook-signature': 'v1,%%% v1, v1 , x' }, BODY, {}],
    ['no signature', { ...signed(one), 'webhook-signature': undefined }, BODY, {}],
    [
      'two signatures in two headers',
      { ...signed(one), 'Webhook-Signature': signed(one)['webhook-signature'] },
      BODY,
      {},
    ],
    ['a header twice', { ...signed(one), 'webhook-id': ['m1', 'm1'] }, BODY, {}],
    ['no id', { ...signed(one), 'webhook-id': '' }, BODY, {}],
    ['a malformed timestamp', { ...signed(one), 'webhook-timestamp': '1e9' }, BODY, {}],
    ['an old message', signed(one), BODY, { now: now + 301_000 }],
    ['a message from the future', signed(one), BODY, { now: now - 301_000 }],
    ['a tolerance of NaN', signed(one), BODY, { toleranceS: NaN }],
  ])('refuses %s', async (_, headers, body, options) => {
    await expect(verifyWebhook(headers, body, one.verifier, { now, ...options })).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  it.each(['', 'whsec_', 'whsk_abc', 'secret', 'whsec_%%%'])(
    'reports a malformed secret without showing it: %s',
    async (secret) => {
      const thrown = verifyWebhook(signed(one), BODY, secret, { now });
      await expect(thrown).rejects.toThrow(TypeError);
      await expect(thrown).rejects.toThrow(/^a secret of a webhook begins with whsec_ or whpk_$/);
    },
  );
});
