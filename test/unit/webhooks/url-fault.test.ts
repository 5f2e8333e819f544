import { expect, it } from 'vitest';
import { normalUrl, maskedEndpoint, urlFault } from '#src/webhooks/url-fault.js';

const STRICT = { allowsPrivate: false, ports: [443] };

it.each([
  'nonsense',
  '',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https:\\\\example.com/',
  'https://example.com\\@127.0.0.1/',
  'https://example.com/a\\b',
  ' https://example.com/',
  'https://example.com/\r\nHost: evil',
  'https://exam\nple.com/',
  'https://example.com/\ta',
  'https://example.com/\u00a0',
  'https://localhost/',
  'https://localhost./',
  'https://a.localhost./',
  'https://LOCALHOST/',
  'https://intranet./',
  'https://127.0.0.1./',
  'https://0x7f.1/',
  'http://example.com/',
  'https://example.com:22/',
  'https://8.8.8.8:22/',
  'https://user@example.com/',
  'https://example.com/#a',
  'javascript://example.com/',
])('webhooks: refuses the address %j', (url) => {
  expect(urlFault(url, STRICT)).not.toBeNull();
});

it.each([
  ['https://EXAMPLE.com', 'https://example.com/'],
  ['HTTPS://example.com:443/a/../b?q=1', 'https://example.com/b?q=1'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
])('webhooks: stores the address %s as a URL parser writes it', (url, stored) => {
  expect(urlFault(url, STRICT)).toBeNull();
  expect(normalUrl(url)).toBe(stored);
  expect(urlFault(stored, STRICT)).toBeNull();
});

it.each([
  ['https://shop.example/hooks/ramp', 'shop.example/hooks/ramp'],
  ['https://shop.example:8443/', 'shop.example:8443/'],
  ['https://shop.example/hooks?token=planted', 'shop.example/hooks?[masked]'],
  ['https://hooks.example/T0/abcdefghijklmnopqrstuvwxyz', 'hooks.example/T0/abcdef…wxyz'],
  ['nonsense', '[masked]'],
])('webhooks: the audit log names %s without what may be a secret', (url, shown) => {
  expect(maskedEndpoint({ url, events: ['*'] })).toEqual({ url: shown, events: ['*'] });
});
