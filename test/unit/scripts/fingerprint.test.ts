import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  it.each<[string, (root: string) => void]>([
    [
      'a changed file',
      (root) => {
        writeFileSync(join(root, 'src', 'orders', 'order.ts'), 'Order');
      },
    ],
    [
      'a new file',
      (root) => {
        writeFileSync(join(root, 'src', 'orders', 'trade.ts'), '');
      },
    ],
    [
      'a deleted file',
      (root) => {
        rmSync(join(root, 'src', 'orders', 'order.ts'));
      },
    ],
    [
      'a renamed file',
      (root) => {
        renameSync(join(root, 'src', 'main.ts'), join(root, 'src', 'start.ts'));
      },
    ],
    [
      'other packages',
      (root) => {
        writeFileSync(join(root, 'package-lock.json'), '{ }');
      },
    ],
    [
      'a first migration',
      (root) => {
        mkdirSync(join(root, 'migrations'));
        writeFileSync(join(root, 'migrations', '1.ts'), '');
      },
    ],
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
