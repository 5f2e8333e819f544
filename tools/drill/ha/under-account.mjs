// Runs a program under Postgres' account until it ends. A Node program, so that the drill's tether ends it too.
import { spawn } from 'node:child_process';
import { postgresAccount } from '../../../scripts/lib/postgres/account.mjs';

const [file = '', ...args] = process.argv.slice(2);
// In the same process group, so that a SIGKILL of the group reaches both.
const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], ...postgresAccount() });
process.on('SIGTERM', () => child.kill());
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code) => process.exit(code ?? 128));
