import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../run.mjs';
import { giveTo, postgresAccount } from './account.mjs';
import { postgresBinaries } from './binaries.mjs';
import { databaseHome } from './places.mjs';

export const SUPERUSER = 'postgres';

/**
 * A Postgres installation on disk: its folder, account and programs.
 * @typedef {object} Cluster
 * @property {string} home holds everything below
 * @property {string} data
 * @property {string} passwordFile readable by its owner only
 * @property {string} log
 * @property {(name: 'initdb' | 'pg_ctl', args: string[], signal?: AbortSignal) =>
 *   Promise<import('../run.mjs').Ended>} run
 */

/**
 * @param {string} dir requested place of the database; see `databaseHome` for where it may go instead
 * @returns {Cluster}
 */
export function openCluster(dir) {
  const account = postgresAccount();
  const binaries = postgresBinaries(account);
  const requested = databaseHome(resolve(dir), account);
  fs.mkdirSync(requested, { recursive: true, mode: 0o700 });
  // Use the real path: a running server is recognised by the path on its command line.
  const home = fs.realpathSync(requested);
  fs.chmodSync(home, 0o700);
  giveTo(home, account);
  return {
    home,
    data: join(home, 'data'),
    passwordFile: join(home, 'password'),
    log: join(home, 'postgres.log'),
    run: (name, args, signal) =>
      run(binaries.program(name), args, {
        cwd: home,
        env: { ...process.env, LC_ALL: 'C', HOME: home },
        signal,
        ...account,
      }),
  };
}

/**
 * Creates the data folder if it is missing. Renames it when complete: a killed initdb leaves a folder that looks like
 * a database.
 * @param {Cluster} cluster
 * @param {AbortSignal} [signal]
 */
export async function initialise(cluster, signal) {
  if (fs.existsSync(join(cluster.data, 'PG_VERSION'))) return;
  for (const name of fs.readdirSync(cluster.home)) {
    if (name.startsWith('making-')) fs.rmSync(join(cluster.home, name), { recursive: true, force: true });
  }
  fs.rmSync(cluster.passwordFile, { force: true });
  fs.writeFileSync(cluster.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  giveTo(cluster.passwordFile, postgresAccount());

  const making = join(cluster.home, `making-${randomUUID()}`);
  const auth = ['--username', SUPERUSER, '--pwfile', cluster.passwordFile, '--auth', 'scram-sha-256'];
  const form = ['--encoding', 'UTF8', '--locale', 'C', '--data-checksums', '--no-instructions'];
  const { code, output } = await cluster.run('initdb', ['-D', making, ...auth, ...form], signal);
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`initdb failed (${code}):\n${output}${hintOn(output)}`);
  fs.renameSync(making, cluster.data);
}

/** @param {string} output of initdb */
function hintOn(output) {
  if (!/look up effective user ID/.test(output)) return '';
  return '\nPostgres needs an account in /etc/passwd. Give the demo a Postgres of yours: DATABASE_URL=postgres://…';
}
