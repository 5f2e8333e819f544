import { expect, it } from 'vitest';
import { excess, sizes } from '#scripts/lib/checks/sizes.mjs';
import { SETTINGS } from '#src/platform/config/settings-table.js';

it('sizes: a part that is larger than its row is named, with what to do; a smaller one is not', () => {
  const found = sizes();
  expect(Object.values(found).every((size) => size > 50)).toBe(true);
  const nothing = Object.fromEntries(Object.keys(found).map((part) => [part, 0])) as typeof found;
  expect(excess(nothing)).toEqual([]);
  expect(excess({ ...nothing, 'bytes of src': 1e9 })).toEqual([
    expect.stringMatching(
      /^bytes of src: 1000000000, and the table allows \d+\. Delete as much elsewhere, or raise the row/,
    ),
  ]);
});

it('sizes: settings are counted as the table has them', () => {
  expect(sizes().settings).toBe(Object.keys(SETTINGS).length);
});
