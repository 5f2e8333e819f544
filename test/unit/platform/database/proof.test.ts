import { describe, expect, it } from 'vitest';
import { Proof } from '../../../../src/platform/database/notifications/proof.js';

const VALID_MS = 1000;

describe('the proof that notifications come through', () => {
  it('does not hold by itself, nor by sending alone', () => {
    const proof = new Proof(VALID_MS);
    proof.sent('a', 0);
    expect(proof.holds(0)).toBe(false);
  });

  it('holds from when it comes back until it is too old, counted from when it was sent', () => {
    const proof = new Proof(VALID_MS);
    proof.sent('a', 0);
    proof.heard('a');
    expect([proof.holds(300), proof.holds(VALID_MS - 1), proof.holds(VALID_MS)]).toEqual([true, true, false]);
  });

  it('is of our own marks alone, each of them once', () => {
    const proof = new Proof(VALID_MS);
    proof.heard('somebody else\u2019s');
    expect(proof.holds(0)).toBe(false);
    proof.sent('a', 0);
    proof.heard('a');
    proof.sent('b', 5000);
    proof.heard('a');
    expect(proof.holds(5000)).toBe(false);
  });

  it('is not made older by one that comes late', () => {
    const proof = new Proof(VALID_MS);
    proof.sent('a', 0);
    proof.sent('b', 900);
    proof.heard('b');
    proof.heard('a');
    expect(proof.holds(1800)).toBe(true);
  });

  it('ends with its connection, marks that are still under way included', () => {
    const proof = new Proof(VALID_MS);
    proof.sent('a', 0);
    proof.heard('a');
    proof.sent('b', 10);
    proof.lost();
    expect(proof.holds(10)).toBe(false);
    proof.heard('b');
    expect(proof.holds(10)).toBe(false);
  });
});
