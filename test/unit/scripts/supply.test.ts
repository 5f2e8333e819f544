import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
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

describe('install scripts', () => {
  it('of all packages of the lock file are allowed or forbidden by name', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const { allowScripts } = JSON.parse(read('package.json')) as { readonly allowScripts: Record<string, boolean> };
    const paths = Object.keys(packages).filter((path) => packages[path]!.hasInstallScript);
    const names = paths.map((path) => path.replace(/^.*node_modules\//, ''));
    expect([...new Set(names)].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  it('fail the installation if allowScripts does not name the package', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'supply-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const npm = (command: string, cwd = folder) => promisify(execFile)('npm', command.split(' '), { cwd });
    const isKnown = (await npm('config get strict-allow-scripts')).stdout.trim() !== 'undefined';
    if (!isKnown) skip('this npm does not know strict-allow-scripts');
    const manifest = (name: string, more: object): void => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...more }));
    };
    manifest('unnamed', { scripts: { postinstall: `node -e "fs.writeFileSync('${join(folder, 'ran')}', '')"` } });
    await npm('pack --silent ./unnamed');
    manifest('shop', { private: true, dependencies: { unnamed: 'file:../unnamed-1.0.0.tgz' } });
    copyFileSync(join(PROJECT, '.npmrc'), join(folder, 'shop', '.npmrc'));
    await expect(npm('install --offline', join(folder, 'shop'))).rejects.toThrow('strict-allow-scripts');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  }, 120_000);
});
