import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#scripts/lib/run.mjs';

/** A shell, its commands, and what Node links to; apt finds the rest. */
const DEBIAN = ['dash', 'coreutils', 'libstdc++6'];
const NODE = `node-linux-${process.arch}@24`;
const NPM = 'npm@11';
const CA = 'etc/ssl/certs/ca-certificates.crt';

async function succeeds(command: string, args: string[], cwd: string): Promise<string> {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
  return output.trim();
}

/**
 * Makes the file system of a base image like `node:26-slim`, which cannot be pulled without a registry of images: from Debian's
 * packages, and Node and npm as npm has them.
 */
export async function makeBaseFiles(folder: string): Promise<string> {
  const root = join(folder, 'root');
  for (const name of ['dev', 'proc', 'sys', 'run', 'root', 'tmp', 'etc/ssl/certs', 'usr/lib/node_modules'])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  await unpackDebian(folder, root);
  await unpackNode(folder, root);
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  // As npm reaches its registry here.
  const [registry, ca] = await Promise.all(
    ['registry', 'cafile'].map((name) => succeeds('npm', ['config', 'get', name], folder)),
  );
  const isOwn = ca !== undefined && ca !== '' && ca !== 'null';
  if (isOwn) copyFileSync(ca, join(root, CA));
  writeFileSync(join(root, 'root/.npmrc'), `registry=${registry}\n${isOwn ? `cafile=/${CA}\n` : ''}`);
  return root;
}

async function unpackDebian(folder: string, root: string): Promise<void> {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  );
  const tree = await succeeds('apt-cache', ['depends', '--recurse', ...without, ...DEBIAN], folder);
  const packages = [...new Set(tree.split('\n').filter((line) => /^[a-z]/.test(line)))];
  await succeeds('apt-get', ['download', '-qq', ...packages], folder);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb')))
    await succeeds('dpkg-deb', ['-x', file, root], folder);
}

async function unpackNode(folder: string, root: string): Promise<void> {
  for (const name of [NODE, NPM]) {
    const files = await succeeds('npm', ['pack', '--silent', name], folder);
    await succeeds('tar', ['-xzf', files.split('\n').at(-1)!, '--no-same-owner'], folder);
    const isNpm = name === NPM;
    await succeeds(
      'mv',
      isNpm ? ['package', join(root, 'usr/lib/node_modules/npm')] : ['package/bin/node', join(root, 'usr/bin/node')],
      folder,
    );
    if (!isNpm) await succeeds('rm', ['-r', 'package'], folder);
  }
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'));
}
