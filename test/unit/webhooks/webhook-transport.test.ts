import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { afterEach, expect, it, vi, describe } from 'vitest';
import type { Settings } from '#src/platform/config/settings.js';
import { HttpWebhookTransport } from '#src/webhooks/send/http-webhook-transport.js';
import { newSigningKey, signingKeyOf, webhookHeaders } from '#src/webhooks/decisions/webhook-signature.js';
import { SystemChance } from '#src/platform/chance.js';

const PUBLIC = { address: '93.184.215.14', family: 4 };
const METADATA_OF_A_CLOUD = { address: '169.254.169.254', family: 4 };

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function resolved(...addresses: readonly LookupAddress[]): void {
  const lookup = (_name: string, _options: unknown, told: (error: null, found: LookupAddress[]) => void): void =>
    told(null, [...addresses]);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  syncBuiltinESMExports();
}

it.each([
  ['first', [METADATA_OF_A_CLOUD, PUBLIC]],
  ['last', [PUBLIC, METADATA_OF_A_CLOUD]],
  ['alone', [METADATA_OF_A_CLOUD]],
])('webhooks: refuses a host if one of its addresses is not public: it stands %s', async (_, addresses) => {
  resolved(...addresses);
  const transport = new HttpWebhookTransport({
    webhooks: { allowsPrivate: false },
  } as unknown as Settings);
  expect(await transport.send('https://shop.example/hook', {}, '{}')).toEqual({ error: 'address_not_public' });
});

it.each(['nonsense', 'http://8.8.8.8/', 'https://8.8.8.8:22/', 'https://127.0.0.1/', 'https:shop.example'])(
  'webhooks: judges the address again when it is dialled: %s',
  async (url) => {
    resolved(PUBLIC);
    const transport = new HttpWebhookTransport({
      webhooks: { allowsPrivate: false },
    } as unknown as Settings);
    expect(await transport.send(url, {}, '{}')).toEqual({ error: 'address_not_allowed' });
  },
);

const AT = new Date('2026-01-31T12:00:00.900Z');
const BODY = '{"type":"order.paid","data":{"merchantOrderNo":"Ä-1"}}';

describe('webhooks: the headers', () => {
  it('v1: HMAC-SHA-256 over id, seconds and body, keyed by the bytes of the secret', () => {
    const key = newSigningKey('v1', new SystemChance());
    const headers = webhookHeaders('msg_1', AT, BODY, [key]);
    const bytes = Buffer.from(key.verifier.replace('whsec_', ''), 'base64');
    expect(bytes).toHaveLength(32);
    const mac = createHmac('sha256', bytes).update(`msg_1.1769860800.${BODY}`).digest('base64');
    expect(headers).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1769860800',
      'webhook-signature': `v1,${mac}`,
    });
  });

  it('match the published example', () => {
    const key = signingKeyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const body = '{"test": 2432232314}';
    const { 'webhook-signature': signature } = webhookHeaders(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      new Date(1614265330 * 1000),
      body,
      [key],
    );
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('v1a: Ed25519, verified with the public key only', () => {
    const key = newSigningKey('v1a', new SystemChance());
    const { 'webhook-signature': signature } = webhookHeaders('msg_1', AT, BODY, [key]);
    const [scheme, text = ''] = signature.split(',');
    expect(scheme).toBe('v1a');
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(key.verifier.replace('whpk_', ''), 'base64'),
    ]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const signed = Buffer.from(`msg_1.1769860800.${BODY}`);
    expect(verify(null, signed, publicKey, Buffer.from(text, 'base64'))).toBe(true);
    expect(verify(null, Buffer.from(`msg_1.1769860801.${BODY}`), publicKey, Buffer.from(text, 'base64'))).toBe(false);
  });

  it('both keys sign during a rotation', () => {
    const [old, fresh] = [newSigningKey('v1', new SystemChance()), newSigningKey('v1', new SystemChance())];
    const { 'webhook-signature': both } = webhookHeaders('msg_1', AT, BODY, [fresh, old]);
    expect(both.split(' ')).toEqual(
      [fresh, old].map((key) => webhookHeaders('msg_1', AT, BODY, [key])['webhook-signature']),
    );
  });

  it.each(['v1', 'v1a'] as const)('a %s key is restored from its secret', (scheme) => {
    const key = newSigningKey(scheme, new SystemChance());
    expect(signingKeyOf(key.secret)).toEqual(key);
    expect(newSigningKey(scheme, new SystemChance()).secret).not.toBe(key.secret);
  });

  it('an invalid secret cannot sign', () => {
    expect(() => signingKeyOf('whpk_abc')).toThrow('not a secret');
  });
});
