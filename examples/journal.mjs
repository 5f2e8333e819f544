// Stands for the shop's database: a row is on disk when `write` returns. For one process at a time.
import { appendFileSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';

export class Journal {
  #file;

  constructor(path) {
    const kept = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    // A crash may have left part of a row, which was never acknowledged.
    const whole = kept.subarray(0, kept.lastIndexOf('\n') + 1);
    this.rows = whole
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    this.#file = openSync(path, 'a');
    ftruncateSync(this.#file, whole.length);
  }

  write(row) {
    appendFileSync(this.#file, `${JSON.stringify(row)}\n`);
    fsyncSync(this.#file);
  }
}
