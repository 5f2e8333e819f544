import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp, base64url } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16 } from '#src/platform/addresses/encodings.js';
import { FORM_OF } from '#src/platform/addresses/checks.js';
import { ADDRESS_FAMILIES } from '#src/platform/addresses/networks.js';
import type { AddressFamily } from '#src/platform/addresses/networks.js';
import { INVALID, VALID } from './address-vectors.js';

const each = (table: Readonly<Record<AddressFamily, readonly string[]>>): [AddressFamily, string][] =>
  ADDRESS_FAMILIES.flatMap((family) => table[family].map((address): [AddressFamily, string] => [family, address]));

/**
 * Formats without a checksum, or with one in the letter case only: a changed character may be another valid address.
 */
const UNCHECKED = /^(?:0x|0:|-1:)/;
const CHECKED = each(VALID).filter(([family, address]) => family !== 'solana' && !UNCHECKED.test(address));

const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_+/'];

describe('catalog: an address', () => {
  it.each(each(VALID))('of %s: %s', (family, address) => {
    expect(FORM_OF[family](address)).not.toBeNull();
  });

  it.each(each(INVALID))('of %s: %s is invalid', (family, address) => {
    expect(FORM_OF[family](address)).toBeNull();
  });

  it.each(CHECKED)('of %s with one character changed, lost or doubled is invalid: %s', (family, address) => {
    fc.assert(
      fc.property(fc.nat(address.length - 1), fc.constantFrom(...CHARACTERS), (at, other) => {
        const [before, here, after] = [address.slice(0, at), address.charAt(at), address.slice(at + 1)];
        fc.pre(here !== other);
        // TON addresses may use either base64 alphabet.
        fc.pre(family !== 'ton' || sameInBase64(here) !== sameInBase64(other));
        for (const wrong of [before + other + after, before + after, before + here + here + after]) {
          if (wrong !== address) expect([wrong, FORM_OF[family](wrong)]).toEqual([wrong, null]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of EVM in mixed case needs a valid checksum; in one case it has none', () => {
    for (const address of VALID.evm) {
      const digits = address.slice(2);
      expect(FORM_OF.evm(`0x${digits.toLowerCase()}`)).toBe('plain');
      expect(FORM_OF.evm(`0x${digits.toUpperCase()}`)).toBe('plain');
      if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) continue;
      for (const { index } of digits.matchAll(/[a-fA-F]/g)) {
        const letter = digits.charAt(index);
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        expect(FORM_OF.evm(`0x${digits.slice(0, index)}${other}${digits.slice(index + 1)}`)).toBeNull();
      }
    }
  });

  it.each(each(VALID))('of %s is valid for no other family: %s', (family, address) => {
    const families = ADDRESS_FAMILIES.filter((other) => FORM_OF[other](address) !== null);
    // Litecoin's older scripts have the same format as Bitcoin's.
    const both = address.startsWith('3') ? ['bitcoin', 'litecoin'] : [family];
    expect(families).toEqual(both);
  });

  it.each(['X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc'])(
    'of XRP that says what its tag is: %s',
    (address) => {
      expect(FORM_OF.ripple(address)).toBe('memo_inside');
      expect(FORM_OF.ripple(VALID.ripple[0]!)).toBe('plain');
    },
  );

  it('with a valid checksum but another format is invalid', () => {
    const account = new Uint8Array(20).fill(7);
    const tag = (flag: number, ...rest: number[]): Uint8Array => Uint8Array.of(0x05, 0x44, ...account, flag, ...rest);
    const ripple = (bytes: Uint8Array) => {
      const checksum = sha256(sha256(bytes)).subarray(0, 4);
      return FORM_OF.ripple(base58xrp.encode(Uint8Array.of(...bytes, ...checksum)));
    };
    expect(ripple(Uint8Array.of(0x00, ...account))).toBe('plain');
    expect(ripple(Uint8Array.of(0x01, ...account))).toBeNull();
    expect(ripple(tag(1, 9, 0, 0, 0, 0, 0, 0, 0))).toBe('memo_inside');
    expect(ripple(tag(0, 0, 0, 0, 0, 0, 0, 0, 0))).toBe('memo_inside');
    expect(ripple(tag(0, 9, 0, 0, 0, 0, 0, 0, 0))).toBeNull();
    expect(ripple(tag(1, 9, 0, 0, 0, 0, 0, 0, 1))).toBeNull();
    expect(ripple(tag(2, 9, 0, 0, 0, 0, 0, 0, 0))).toBeNull();
    const ton = (flag: number, workchain: number) => {
      const bytes = Uint8Array.of(flag, workchain, ...new Uint8Array(32).fill(7));
      return FORM_OF.ton(base64url.encode(Uint8Array.of(...bytes, crc16(bytes) >> 8, crc16(bytes) & 0xff)));
    };
    expect([ton(0x11, 0x00), ton(0x51, 0xff)]).toEqual(['plain', 'plain']);
    expect([ton(0x11, 0x01), ton(0x91, 0x00), ton(0xd1, 0x00), ton(0x10, 0x00)]).toEqual([null, null, null, null]);
  });
});

function sameInBase64(letter: string): string {
  return letter.replace('-', '+').replace('_', '/');
}
