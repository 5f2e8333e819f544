import { expect, it, describe } from 'vitest';
import { normalUrl, maskedEndpoint, urlFault, isPublicAddress } from '#src/webhooks/url-fault.js';

const STRICT = { allowsPrivate: false };

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

describe('webhooks: an IP address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.255.255',
    '100.63.255.255',
    '100.128.0.1',
    '168.63.129.17',
  ])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['2606:4700:4700::1111', '[2a00:1450:4001:80e::200e]'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '0.0.0.0',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '2002:a83f:8110::',
    '169.254.0.23',
    '192.0.0.170',
    '64:ff9b:1::1',
    '5f00::1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '[::1]',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '::127.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'localhost',
    '',
    '0x7f.1',
    '2130706433',
    '127.1',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  // `URL` normalises odd notations of an IP address before the check.
  it.each([
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://0xa83f8110/',
  ])('%s does not lead to a public one', (url) => {
    expect(isPublicAddress(new URL(url).hostname)).toBe(false);
  });
});
