import { expect, it, describe } from 'vitest';
import fc from 'fast-check';
import { addressTest, subnetOf, subnetText } from '#src/platform/config/subnets.js';
import { addressBlock, widerBlock } from '#src/platform/text/ip-address.js';

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
  '::ffff:0.0.0.0/96',
  '[::1]',
  'fe80::1%eth0',
  '10.0.0.1 ',
  '0x0a000001',
  '10.1',
  'fe80::g',
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

describe('address block', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
    ['[192.0.2.7]:4711', '192.0.2.7'],
    ['"192.0.2.7:4711"', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['"[2001:db8:1:2::9]"', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]:443', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::192.0.2.7', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ])('%s counts as %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  it.each([
    '',
    'unknown',
    'x',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4.',
    '1::2::3',
    ':',
    ':::',
    '1:2:3',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    '::ffff:1.2.3',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1.2.3.4::',
    "1.2.3.4'; DROP TABLE rate_limits",
    'shop.example',
  ])('%j is unknown', (text) => {
    expect(addressBlock(text)).toBe('unknown');
  });

  it('is the same for a whole /64 in any notation', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    const hex = (groups: readonly number[]): string[] => groups.map((each) => each.toString(16));
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        fc.pre(network.some((each) => each !== 0));
        const written = `${hex(network).join(':')}:${hex(other).join(':')}`;
        const padded = [...hex(network), ...hex(one)].map((each) => each.padStart(4, '0').toUpperCase()).join(':');
        expect(addressBlock(padded)).toBe(addressBlock(written));
        expect(addressBlock(padded)).toBe(`${hex(network).join(':')}::/64`);
      }),
    );
  });
});

describe('wider address block', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['[::ffff:192.0.2.255]:443', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['x', 'unknown'],
  ])('%s is in %s', (address, block) => {
    expect(widerBlock(address)).toBe(block);
  });
});
