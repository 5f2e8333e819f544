export class LastLines {
  #lines = /** @type {string[]} */ ([]);
  #unfinished = '';
  #keep;

  /** @type {(line: string) => void} called with each complete line */
  onLine = () => {};

  /** @param {number} keep number of lines */
  constructor(keep) {
    this.#keep = keep;
  }

  /** @param {string} text a piece of the stream, split anywhere */
  add(text) {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop() ?? '';
    for (const line of lines) this.onLine(line);
    this.#lines = [...this.#lines, ...lines].slice(-this.#keep);
  }

  /** @returns {string[]} the last lines, an unfinished one included */
  all() {
    return [...this.#lines, ...(this.#unfinished ? [this.#unfinished] : [])].slice(-this.#keep);
  }
}
