import { expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example';

const world = useWorld({ EMBED_ORIGINS: `${SHOP},http://localhost:8080` });

async function framing(service: Service, path: string) {
  const { headers } = await service.get(path);
  return {
    ancestors: /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
    frameOptions: headers.get('x-frame-options'),
    opener: headers.get('cross-origin-opener-policy'),
  };
}

const REFUSED = { ancestors: "'none'", frameOptions: 'DENY', opener: 'same-origin' };

it('only the checkout page may be framed, and only by listed origins', async () => {
  const ancestors = `${SHOP} http://localhost:8080`;
  const framed = { ancestors, frameOptions: null, opener: 'same-origin' };
  expect(await framing(world.service, '/checkout')).toEqual(framed);
  for (const path of ['/orders/A-1', '/orders/A-1?embed=https://shop.example', '/docs', '/v1/cryptos', '/brand.css'])
    expect(await framing(world.service, path), path).toEqual(REFUSED);
});

it('only a listed origin keeps its pop-up, and is named to the page', async () => {
  const embedderOf = async (query: string): Promise<unknown> => {
    const { text } = await world.service.get(`/checkout${query}`);
    return (JSON.parse(/id="page-facts">(.*?)<\/script>/.exec(text)![1]!) as { embedder: unknown }).embedder;
  };
  expect(await embedderOf(`?embed=${SHOP}`)).toBe(SHOP);
  expect((await framing(world.service, `/checkout?embed=${SHOP}`)).opener).toBe('unsafe-none');
  for (const query of ['', `?embed=${OTHER}`, '?embed=*', `?embed=${SHOP}/`, `?embed=${SHOP}&embed=${OTHER}`]) {
    expect(await embedderOf(query), query).toBeNull();
    expect((await framing(world.service, `/checkout${query}`)).opener, query).toBe('same-origin');
  }
});

it('without the setting nothing may be framed', async () => {
  const { service } = await world.another({});
  expect(await framing(service, `/checkout?embed=${SHOP}`)).toEqual(REFUSED);
});
