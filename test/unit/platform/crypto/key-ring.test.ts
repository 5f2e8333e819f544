import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { KeyPurpose } from '#src/platform/crypto/key-ring.js';
import { proofOf, serviceKeyProblems } from '#src/platform/crypto/service-key.repository.js';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const ring = new KeyRing([key('k1', 1)]);
const rotated = new KeyRing([key('k2', 2), key('k1', 1)]);
const PURPOSES: KeyPurpose[] = ['callback-token', 'client-secret', 'history', 'callback-receipt'];
const PLAIN = Buffer.from('{"email":"jane@example.com"}');

describe('key ring: HMACs', () => {
  it('differ by purpose', () => {
    const macs = PURPOSES.map((purpose) => ring.mac(purpose, 'text')!.toString('hex'));
    expect(new Set(macs).size).toBe(PURPOSES.length);
  });

  it('are not made with the master key itself', async () => {
    const { createHmac } = await import('node:crypto');
    const naked = createHmac('sha256', Buffer.alloc(32, 1)).update('text').digest();
    for (const purpose of PURPOSES) expect(ring.mac(purpose, 'text')).not.toEqual(naked);
  });

  it.each([
    ['the text', 'other', 'k1', 'history', true],
    ['the purpose', 'text', 'k1', 'client-secret', true],
    ['the key id', 'text', 'k2', 'history', true],
    ['nothing', 'text', 'k1', 'history', false],
  ] as const)('%s is altered', (_, text, keyId, purpose, altered) => {
    expect(ring.verify(purpose, text, keyId, ring.mac('history', 'text')!)).toBe(!altered);
  });

  it('of another length are refused without an exception', () => {
    const mac = ring.mac('history', 'text')!;
    for (const cut of [mac.subarray(0, 31), Buffer.concat([mac, Buffer.alloc(1)]), Buffer.alloc(0)]) {
      expect(ring.verify('history', 'text', 'k1', cut)).toBe(false);
    }
  });

  it('an unknown key id makes none', () => expect(ring.mac('history', 'text', 'k9')).toBeNull());
});

describe('key ring: sealed bytes', () => {
  const sealed = ring.seal('callback-receipt', 'receipt-1', PLAIN);
  const open = (bytes: Uint8Array, context = 'receipt-1'): Buffer =>
    ring.open('callback-receipt', context, { keyId: 'k1', bytes: Buffer.from(bytes) });

  it('open to any sealed text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (plain, context) => {
        const { keyId, bytes } = ring.seal('callback-receipt', context, plain);
        expect(ring.open('callback-receipt', context, { keyId, bytes })).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('hide the text and differ each time', () => {
    expect(sealed.bytes.includes(Buffer.from('jane'))).toBe(false);
    expect(ring.seal('callback-receipt', 'receipt-1', PLAIN).bytes).not.toEqual(sealed.bytes);
  });

  it('do not open under another context, purpose or key', () => {
    expect(() => open(sealed.bytes, 'receipt-2')).toThrow();
    expect(() => ring.open('history', 'receipt-1', sealed)).toThrow();
    expect(() => ring.open('callback-receipt', 'receipt-1', { ...sealed, keyId: 'k9' })).toThrow(/k9/);
    expect(() => new KeyRing([key('k1', 9)]).open('callback-receipt', 'receipt-1', sealed)).toThrow();
  });

  it('do not open after a change of any bit', () => {
    fc.assert(
      fc.property(fc.nat(sealed.bytes.length * 8 - 1), (bit) => {
        const bytes = Buffer.from(sealed.bytes);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => open(bytes)).toThrow();
      }),
    );
  });

  it.each([
    ['a text', PLAIN],
    ['nothing', Buffer.alloc(0)],
  ])('of %s do not open when truncated anywhere', (_, plain) => {
    const { bytes } = ring.seal('callback-receipt', 'receipt-1', plain);
    for (let length = 0; length < bytes.length; length++) expect(() => open(bytes.subarray(0, length))).toThrow();
  });
});

describe('key ring: rotation', () => {
  it('the newest key is used for writing', () => {
    expect(rotated.newestId).toBe('k2');
    expect(rotated.seal('callback-receipt', 'c', PLAIN).keyId).toBe('k2');
    expect(rotated.mac('history', 'text')).toEqual(rotated.mac('history', 'text', 'k2'));
    expect(rotated.mac('history', 'text')).not.toEqual(ring.mac('history', 'text'));
  });

  it('older keys are used for reading', () => {
    expect(rotated.open('callback-receipt', 'c', ring.seal('callback-receipt', 'c', PLAIN))).toEqual(PLAIN);
    expect(rotated.verify('history', 'text', 'k1', ring.mac('history', 'text')!)).toBe(true);
  });

  it('a removed key can read nothing', () => {
    const gone = new KeyRing([key('k2', 2)]);
    expect(() => gone.open('callback-receipt', 'c', ring.seal('callback-receipt', 'c', PLAIN))).toThrow(/k1/);
    expect(gone.verify('history', 'text', 'k1', ring.mac('history', 'text')!)).toBe(false);
  });
});

const known = (id: string, fill: number, retiredAt: Date | null = null) => ({
  id,
  createdAt: new Date(0),
  retiredAt,
  proof: proofOf(new KeyRing([key(id, fill)]), id)!,
});

describe('service keys: the settings compared with the database', () => {
  it.each([
    ['the very ones', [key('2', 2), key('1', 1)], [known('2', 2), known('1', 1)], []],
    ['more than are known yet', [key('2', 2), key('1', 1)], [known('1', 1)], []],
    ['none was used yet', [key('1', 1)], [], []],
    ['one is missing', [key('2', 2)], [known('2', 2), known('1', 1)], [/lacks the key 1.*--retire 1/]],
    ['one is missing that is retired', [key('2', 2)], [known('1', 1, new Date(0))], []],
    ['another one under a known id', [key('1', 3)], [known('1', 1)], [/another key 1 /]],
    ['another one under a retired id', [key('1', 3)], [known('1', 1, new Date(0))], [/another key 1 /]],
    ['the right one under another id', [key('new', 1)], [known('1', 1)], [/lacks the key 1/]],
  ])('%s', (_, keys, knownKeys, problems) => {
    expect(serviceKeyProblems(new KeyRing(keys), knownKeys)).toEqual(
      problems.map((pattern): unknown => expect.stringMatching(pattern)),
    );
  });

  it('a proof is bound to one key and one id', () => {
    const proofs = [known('1', 1), known('2', 1), known('1', 2)].map(({ proof }) => proof.toString('hex'));
    expect(new Set(proofs).size).toBe(3);
  });
});
