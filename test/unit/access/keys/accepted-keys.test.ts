import { describe, expect, it } from 'vitest';
import { AcceptedKeys } from '#src/access/api-keys/accepted-keys.js';
import type { AcceptedKey } from '#src/access/api-keys/accepted-keys.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { FakeTime } from '../../../support/fake-time.js';

const isAllowedFrom = (): boolean => true;
const good = (id: string): AcceptedKey => ({ caller: { ...EVERYBODY, kind: 'key', id }, isAllowedFrom });

function keysAt(): { keys: AcceptedKeys; time: FakeTime } {
  const time = new FakeTime();
  return { keys: new AcceptedKeys(time), time };
}

describe('accepted keys', () => {
  it('are valid for two seconds, and familiar for five minutes', () => {
    const { keys, time } = keysAt();
    expect([keys.find('d'), keys.findFamiliar('d') !== null]).toEqual([null, false]);
    keys.remember('d', good('key:1'), time.monotonic(), Infinity);
    time.skip(1999);
    expect(keys.find('d')).toEqual(good('key:1'));
    expect(keys.find('e')).toBeNull();
    time.skip(1);
    expect([keys.find('d'), keys.findFamiliar('d') !== null]).toEqual([null, true]);
    time.skip(297_999);
    expect(keys.findFamiliar('d') !== null).toBe(true);
    time.skip(1);
    expect(keys.findFamiliar('d') !== null).toBe(false);
  });

  it('are not valid beyond their expiry', () => {
    const { keys, time } = keysAt();
    keys.remember('d', good('key:1'), time.monotonic(), 500);
    time.skip(499);
    expect(keys.find('d')).not.toBeNull();
    time.skip(1);
    expect(keys.find('d')).toBeNull();
  });

  it('are removed when refused', () => {
    const { keys, time } = keysAt();
    keys.remember('d', good('key:1'), time.monotonic(), Infinity);
    keys.forget('d');
    expect([keys.find('d'), keys.findFamiliar('d') !== null]).toEqual([null, false]);
  });

  it('are at most ten thousand; the least recently accepted is dropped', () => {
    const { keys, time } = keysAt();
    const remember = (n: number): void => keys.remember(String(n), good(`key:${n}`), time.monotonic(), Infinity);
    for (let n = 0; n < 10_000; n++) remember(n);
    remember(0);
    remember(10_000);
    expect(['0', '1', '2', '10000'].map((digest) => keys.findFamiliar(digest) !== null)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});
