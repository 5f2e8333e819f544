import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '#src/platform/config/settings.js';
import { WebhookTransport } from '#src/webhooks/send/webhook-transport.js';

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
  const transport = new WebhookTransport({ webhooks: { allowsPrivate: false, ports: [443] } } as unknown as Settings);
  expect(await transport.send('https://shop.example/hook', {}, '{}')).toEqual({ error: 'address_not_public' });
});

it.each(['nonsense', 'http://8.8.8.8/', 'https://8.8.8.8:22/', 'https://127.0.0.1/', 'https:shop.example'])(
  'webhooks: judges the address again when it is dialled: %s',
  async (url) => {
    resolved(PUBLIC);
    const transport = new WebhookTransport({ webhooks: { allowsPrivate: false, ports: [443] } } as unknown as Settings);
    expect(await transport.send(url, {}, '{}')).toEqual({ error: 'address_not_allowed' });
  },
);
