import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {object} HaPrograms
 * @property {string} python runs Patroni, whose first line may name another one
 * @property {string} patroni
 * @property {string} etcd
 * @property {string} haproxy
 * @property {string} postgresBin the folder with Postgres' programs; Patroni needs more than the embedded package has
 * @property {Record<string, string>} env they need it
 */

/**
 * Patroni, etcd, haproxy and Postgres from HA_PROGRAMS, a folder with unpacked Debian packages, or from this machine.
 * @returns {{ programs: HaPrograms } | { missing: string[] }}
 */
export function findHaPrograms() {
  const root = process.env['HA_PROGRAMS'] ?? '/';
  // Debian's Python before another one, which lacks Patroni's libraries.
  const folders = [root, '/'].flatMap((from) => ['usr/sbin', 'usr/bin'].map((folder) => join(from, folder)));
  const path = [...folders, ...(process.env['PATH'] ?? '').split(delimiter)];
  const env = { PATH: path.join(delimiter), ...(root === '/' ? {} : unpacked(root)) };
  const find = (/** @type {string} */ name) =>
    path.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const found = {
    python: find('python3'),
    patroni: find('patroni'),
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    postgresBin: newest([root, '/'], path),
  };
  const { python, patroni, etcd, haproxy, postgresBin } = found;
  /** @type {Record<string, (string | undefined)[]>} */
  const trials = {
    patroni: [python, patroni, '--version'],
    etcd: [etcd, '--version'],
    haproxy: [haproxy, '-v'],
    postgresql: [postgresBin && join(postgresBin, 'postgres'), '--version'],
  };
  const missing = Object.keys(trials).filter((name) => !works(trials[name] ?? [], env));
  return missing.length > 0 ? { missing } : { programs: /** @type {HaPrograms} */ ({ ...found, env }) };
}

/** @param {string} root */
function unpacked(root) {
  const library = join(root, 'usr/lib');
  const tuple = readdirSync(library).find((name) => name.endsWith('-linux-gnu')) ?? '.';
  return {
    LD_LIBRARY_PATH: join(library, tuple),
    PYTHONPATH: join(library, 'python3/dist-packages'),
  };
}

/** @param {readonly string[]} roots @param {readonly string[]} path @returns {string | undefined} */
function newest(roots, path) {
  const debian = roots.flatMap((root) => {
    const versions = join(root, 'usr/lib/postgresql');
    const names = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
    return names.map((version) => join(versions, version, 'bin'));
  });
  return [...debian, ...path].find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

/** @param {readonly (string | undefined)[]} command @param {Record<string, string>} env */
function works(command, env) {
  const [file, ...args] = command.filter((part) => part !== undefined);
  if (file === undefined || args.length < command.length - 1) return false;
  return spawnSync(file, args, { env: { ...process.env, ...env } }).status === 0;
}
