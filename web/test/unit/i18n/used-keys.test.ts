import { describe, expect, it } from 'vitest';
import { isMentioned, mentionsIn } from './used-keys.js';

describe('keys in code', () => {
  it('are found in every form', () => {
    const code =
      "t('a.one'); const key = flag ? 'a.two' : \"a.three\"; t(`a.kind.${kind}`); t(`a.${x}.end`, { n }); x === '' ? '' : t('a.last')";
    const mentions = mentionsIn(code);
    for (const key of ['a.one', 'a.two', 'a.three', 'a.kind.x', 'a.PAID.end', 'a.last'])
      expect(isMentioned(mentions, key), key).toBe(true);
    for (const key of ['a.four', 'b.one', 'a.kindx', 'a.PAID.ends'])
      expect(isMentioned(mentions, key), key).toBe(false);
    expect([...mentions.asked]).toEqual(['a.one', 'a.last']);
  });
});
