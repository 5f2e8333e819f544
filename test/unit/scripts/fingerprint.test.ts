import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '#scripts/lib/build.mjs';
import { scratchFolder } from './scratch.js';

function project(): string {
  const root = scratchFolder();
  mkdirSync(join(root, 'src', 'orders'), { recursive: true });
  writeFileSync(join(root, 'src', 'main.ts'), 'main');
  writeFileSync(join(root, 'src', 'orders', 'order.ts'), 'order');
  writeFileSync(join(root, 'package-lock.json'), '{}');
  return root;
}

describe('fingerprint of a build', () => {
  const write =
    (file: string, text = '') =>
    (root: string): void => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
  const move =
    (file: string, to: string) =>
    (root: string): void => {
      renameSync(join(root, file), join(root, to));
    };

  it.each<[string, (root: string) => void]>([
    ['a changed file', write('src/orders/order.ts', 'Order')],
    ['a new file', write('src/orders/trade.ts')],
    ['a deleted file', move('src/orders/order.ts', 'order.ts')],
    ['a renamed file', move('src/main.ts', 'src/start.ts')],
    ['other packages', write('package-lock.json', '{ }')],
    ['another start command', write('package.json', '{}')],
    ['a first migration', write('migrations/1.ts')],
  ])('changes with %s', (_, change) => {
    const root = project();
    const before = fingerprint(root);
    change(root);
    expect(fingerprint(root)).not.toBe(before);
  });

  it('ignores times and files that are not built', () => {
    const root = project();
    const before = fingerprint(root);
    utimesSync(join(root, 'src', 'main.ts'), new Date(0), new Date(0));
    writeFileSync(join(root, 'README.md'), '');
    expect(fingerprint(root)).toBe(before);
  });
});
