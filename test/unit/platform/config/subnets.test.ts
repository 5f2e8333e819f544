import { expect, it } from 'vitest';
import { addressTest, subnetOf, subnetText } from '#src/platform/config/subnets.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['::1/128', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
])('%s is %s', (text, canonical) => {
  const subnet = subnetOf(text);
  expect(subnet === null ? null : subnetText(subnet)).toBe(canonical);
});

it.each([
  ...[
    '',
    ' ',
    'x',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '::/0',
    '::/129',
    '10.0.0.0/8/8',
  ],
  ...['::ffff:0.0.0.0/96', '[::1]', 'fe80::1%eth0', '10.0.0.1 ', '0x0a000001', '10.1', 'fe80::g'],
])('"%s" is none', (text) => {
  expect(subnetOf(text)).toBeNull();
});

it.each([
  [
    '10.0.0.0/8',
    ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3', '::ffff:a01:203', '10.1.2.3:443', '"[::ffff:10.1.2.3]:443"'],
    ['11.0.0.0', '9.255.255.255', '::a01:203'],
  ],
  ['2001:db8::/33', ['2001:db8::1', '2001:0db8:7fff::'], ['2001:db8:8000::', '32.1.13.184']],
  ['fe80::/10', ['fe80::1%eth0', '[fe80::1%eth0]:443'], ['fec0::1']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '::ffff:c000:207'], ['192.0.2.6']],
  ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['127.0.0.1', '::']],
])('%s has %j and not %j', (subnet, inside, outside) => {
  const isIn = addressTest([subnet]);
  expect(inside.filter((address) => !isIn(address))).toEqual([]);
  expect([...outside, '', 'unknown', null].filter(isIn)).toEqual([]);
});
