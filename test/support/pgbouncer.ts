import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/lib/ports.mjs';
import { urlOf } from './test-server.js';

/** PgBouncer from PGBOUNCER, the PATH or Debian's folder; null: not installed. */
export function findPgBouncer(): string | null {
  const files = [process.env['PGBOUNCER'] ?? '', 'pgbouncer', '/usr/sbin/pgbouncer'];
  return files.find((file) => file !== '' && spawnSync(file, ['--version']).status === 0) ?? null;
}

export interface PgBouncer {
  /** The database's address through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode, otherwise with defaults; `entry` is added to each database's line. */
export async function startPgBouncer(file: string, serverUrl: string, entry = ''): Promise<PgBouncer> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-pgbouncer-'));
  chmodSync(folder, 0o755);
  const ini = join(folder, 'pgbouncer.ini');
  writeFileSync(
    ini,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password='${decodeURIComponent(server.password)}' ${entry}
[pgbouncer]
pool_mode = transaction
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
`,
  );
  // It refuses to run as root, so root runs it as another user.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(file, [...as, ini], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  const ended = new Promise<void>((end) => child.once('close', () => end()));
  await new Promise<void>((isUp, fail) => {
    child.once('error', fail);
    void ended.then(() => fail(new Error(`PgBouncer ended:\n${log}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('process up')) isUp();
    });
  });
  return {
    through: (databaseUrl) => {
      const url = new URL(urlOf(serverUrl, new URL(databaseUrl).pathname.slice(1)));
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.href;
    },
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
