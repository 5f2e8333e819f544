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

describe('packages of this project', () => {
  it("have exact versions that equal the lock's", () => {
    expect(ours.length).toBeGreaterThan(30);
    const loose = ours.filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version.split('@').at(-1),
    );
    expect(loose).toEqual([]);
  });

  it('have a SHA-512 each in the lock', () => {
    expect(locked.length).toBeGreaterThan(300);
    const unproved = locked.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
    expect(unproved.map(([path]) => path)).toEqual([]);
  });

  it('have no registry address', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('have permissive licences, if we depend on them directly', () => {
    const licenses = ours.map(([name]) => [name, packages[`node_modules/${name}`]?.license ?? 'none']);
    const others = licenses.filter(([, license]) => !/^(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/.test(license ?? ''));
    // A test tool that runs beside the pages and is not shipped.
    expect(others).toEqual([['axe-core', 'MPL-2.0']]);
    expect(Object.keys(project.devDependencies)).toContain('axe-core');
  });
});
