import { describe, expect, it } from 'vitest';
import {
  validKeys,
  keysOfText,
  keysText,
  newSigningKey,
  firstKeys,
  rotatedKeys,
} from '#src/webhooks/decisions/webhook-signature.js';
import type { EndpointKey } from '#src/webhooks/decisions/webhook-signature.js';

const at = (hours: number): Date => new Date(Date.UTC(2026, 0, 31) + hours * 3_600_000);
const [A, B, C] = [newSigningKey('v1'), newSigningKey('v1'), newSigningKey('v1a')];

const good = (keys: readonly EndpointKey[], hour: number): string =>
  validKeys(keys, at(hour))
    .map(({ secret }) => 'ABC'[[A, B, C].findIndex((key) => key.secret === secret)])
    .join('');

describe('webhooks: the keys of an endpoint', () => {
  it('are valid for 24 hours after their replacement', () => {
    const keys = rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), C, at(20));
    expect([20, 23.9, 24, 43.9, 44].map((hour) => good(keys, hour))).toEqual(['CBA', 'CBA', 'CB', 'CB', 'C']);
  });

  it('a key that returns is the current one again', () => {
    const keys = rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), A, at(1));
    expect(good(keys, 2)).toBe('AB');
    expect(good(keys, 25)).toBe('A');
  });

  it('expired keys are dropped at a rotation, and those beyond ten', () => {
    expect(rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), C, at(24))).toHaveLength(2);
    let many = firstKeys(A);
    for (let n = 0; n < 30; n++) many = rotatedKeys(many, newSigningKey('v1'), at(0));
    expect(many).toHaveLength(10);
  });

  it('are read as written', () => {
    const keys = rotatedKeys(rotatedKeys(firstKeys(A), B, at(0)), C, at(1));
    expect(keysOfText(keysText(keys))).toEqual(keys);
    expect(() => keysOfText('')).toThrow('not a secret');
  });
});
