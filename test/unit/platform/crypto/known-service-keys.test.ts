import { describe, expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { proofOf, serviceKeyProblems } from '#src/platform/crypto/service-key.repository.js';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const known = (id: string, fill: number, retiredAt: Date | null = null) => ({
  ...{ id, createdAt: new Date(0), retiredAt },
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
