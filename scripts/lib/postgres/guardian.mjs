import { removePostgres, stopPostgres } from '../embedded-postgres.mjs';

// Started by guard.mjs. Nothing is written to the pipe: its end means that the parent is gone or done.
const [dir, then] = /** @type {[string, string]} */ (process.argv.slice(2));
process.stdin.resume();
process.stdin.once('close', () => (then === 'remove' ? removePostgres(dir) : stopPostgres(dir)));
