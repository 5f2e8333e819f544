// node scripts/run-built.mjs sandbox/main.js [arguments]: builds if needed, then runs dist/sandbox/main.js as if
// called directly.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from './lib/build.mjs';
import { projectRoot } from './lib/project.mjs';

const [name, ...args] = process.argv.slice(2);
if (!name) {
  process.stderr.write('usage: node scripts/run-built.mjs <file below dist> [arguments]\n');
  process.exit(2);
}
try {
  await buildIfNeeded();
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
const file = join(projectRoot, 'dist', name);
if (!existsSync(file)) {
  process.stderr.write(`there is no ${file}\n`);
  process.exit(1);
}

const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  // The program decides when it ends. Ctrl-C in the terminal reaches it directly, and a second signal is harmless.
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code, signal) => {
  process.exit(code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]);
});
