import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startOptions } from '#scripts/lib/project.mjs';
import { PROJECT } from '../../support/programs.js';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly properties?: readonly { readonly name: string }[];
}

const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');
const lines = read('Dockerfile').split('\n');
const runs = (program: string): string[] => lines.filter((line) => line.startsWith(`RUN ${program}`));

describe('image', () => {
  it('is built from one base, which may be named by digest', () => {
    const bases = lines.filter((line) => line.startsWith('FROM '));
    expect(bases.length).toBeGreaterThan(1);
    expect(bases.map((line) => line.split(' ')[1])).toEqual(bases.map(() => '${NODE_IMAGE}'));
    expect(lines.filter((line) => line.startsWith('ARG NODE_IMAGE='))).toHaveLength(1);
  });

  it('starts the service as `npm start` does', () => {
    const [command] = lines.filter((line) => line.startsWith('CMD ['));
    expect(JSON.parse(command!.slice('CMD '.length))).toEqual(['node', ...startOptions(), 'dist/src/main.js']);
  });

  it('is installed without install scripts', () => {
    expect(runs('npm ci')).toHaveLength(2);
    for (const line of lines.filter((text) => /\bnpm (?:ci|i|install)\b/.test(text)))
      expect(line).toContain('--ignore-scripts');
    expect(runs('npm ci').at(-1)).toContain('--omit=dev');
  });

  it("has a bill of materials with digests, made by the Dockerfile's own command", async () => {
    const [made = '', ...others] = runs('npm sbom');
    expect(others).toEqual([]);
    const [, args = '', file] = /^RUN npm (sbom .+) > (dist\/\S+)$/.exec(made) ?? [];
    expect(file).toBe('dist/sbom.cdx.json');
    const { stdout } = await promisify(execFile)('npm', args.split(' '), { cwd: PROJECT, maxBuffer: 64 << 20 });
    const bill = JSON.parse(stdout) as { readonly bomFormat: string; readonly components: readonly Component[] };
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(bill.components.filter(({ hashes }) => hashes?.some(({ alg }) => alg === 'SHA-512') !== true)).toEqual([]);
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const isDevelopment = ({ properties = [] }: Component): boolean =>
      properties.some(({ name }) => name === 'cdx:npm:package:development');
    const found = (name: string, version: string): Component[] =>
      bill.components.filter((one) => one.name === name && one.version === version);
    for (const [name, version] of Object.entries(dependencies!)) {
      expect(found(name, version).map(isDevelopment), name).toEqual([false]);
    }
    // Sources of the pages ship too.
    expect(found('preact', devDependencies!['preact']!).map(isDevelopment)).toEqual([true]);
  }, 120_000);
});
