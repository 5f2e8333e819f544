// npm run build: compiles to dist, unless dist is up to date.
import { buildIfNeeded } from './lib/build.mjs';

try {
  process.stdout.write(`dist: ${await buildIfNeeded()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
