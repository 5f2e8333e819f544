import { describe, expect, it } from 'vitest';
import { checkOrderNumber } from '#src/checkout/order-number.js';
import { Problem } from '#src/platform/problems/problem.js';
import type { Caller } from '#src/platform/callers/caller.js';

function refusal(
  kind: Caller['kind'],
  number: string | null,
  key: string | null,
  customerNumbers = true,
  isNamedByLink = false,
) {
  try {
    checkOrderNumber({ kind }, { customerNumbers }, { merchantOrderNo: number, idempotencyKey: key, isNamedByLink });
    return null;
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
}

describe('naming: the order number', () => {
  it.each<[Caller['kind'], boolean, string | null]>([
    ['key', false, null],
    ['everybody', false, null],
    ['customer', true, null],
    ['customer', false, 'forbidden'],
    ['guest', true, 'forbidden'],
    ['guest', false, 'forbidden'],
  ])('chosen by %s, with customerNumbers %s: %s', (kind, customerNumbers, code) => {
    expect(refusal(kind, 'A-1', null, customerNumbers)).toBe(code);
    expect(refusal(kind, null, null, customerNumbers)).toBeNull();
    expect(refusal(kind, 'A-1', null, customerNumbers, true)).toBeNull();
  });
});

describe('naming: the Idempotency-Key', () => {
  it.each<[string, string | null, string | null]>([
    ['0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63', null, null],
    ['V1StGXR8_Z5jdHi6B-myT', null, null],
    ['q83vASNFZ4mrze8BI0VniQ==', null, null],
    // Checked by length and form only: randomness cannot be seen.
    ['a'.repeat(21), null, null],
    ['a'.repeat(255), null, null],
    ['a'.repeat(20), 'invalid_request', null],
    ['a'.repeat(256), 'invalid_request', 'invalid_request'],
    ['cart:0d3f2b8e-6c1a-4f7e-9b52', 'invalid_request', null],
    ['', 'invalid_request', 'invalid_request'],
    ['zwei W\u00f6rter, nein, viele', 'invalid_request', 'invalid_request'],
  ])('%j: for guests %s, for others %s', (key, ofGuest, ofOthers) => {
    expect(refusal('guest', null, key)).toBe(ofGuest);
    for (const kind of ['customer', 'key', 'everybody'] as const) expect(refusal(kind, null, key)).toBe(ofOthers);
  });
});
