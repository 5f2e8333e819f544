import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
}

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const project = read('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>>;
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Package>> };
const ours = Object.entries({ ...project.dependencies, ...project.devDependencies });
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('the packages that this project is made with', () => {
  it('are named by exact versions, which the lock has', () => {
    expect(ours.length).toBeGreaterThan(30);
    const loose = ours.filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version.split('@').at(-1),
    );
    expect(loose).toEqual([]);
  });

  it('are each held against a SHA-512 of what was locked', () => {
    expect(locked.length).toBeGreaterThan(300);
    const unproved = locked.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
    expect(unproved.map(([path]) => path)).toEqual([]);
  });

  it('come from wherever npm is told to look: no address is written down', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('may be used by everybody, as far as we chose them', () => {
    const licenses = ours.map(([name]) => [name, packages[`node_modules/${name}`]?.license ?? 'none']);
    const others = licenses.filter(([, license]) => !/^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/.test(license ?? ''));
    // A tool of tests, which runs beside the pages and is no part of anything that ships.
    expect(others).toEqual([['axe-core', 'MPL-2.0']]);
    expect(Object.keys(project.devDependencies)).toContain('axe-core');
  });
});
