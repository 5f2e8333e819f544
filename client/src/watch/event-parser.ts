/** An item of an event stream. `retry`: wait this many milliseconds before reconnecting. */
export type StreamItem =
  | { readonly kind: 'event'; readonly name: string; readonly data: string; readonly id: string }
  | { readonly kind: 'retry'; readonly ms: number };

/** Many times the size of any order; longer input is not from the service. */
const LONGEST = 1_000_000;

/**
 * Parses `text/event-stream` as the HTML standard says, however the text is split. Removing a byte order mark is up
 * to the decoder. Throws a RangeError for an event that does not end.
 */
export class EventParser {
  /** Start of an unfinished line. */
  #line = '';
  /** The last piece ended in CR: an LF at the start of the next piece belongs to it. */
  #endedInCr = false;
  #name = '';
  #data: string[] = [];
  #size = 0;
  #id = '';

  push(piece: string): StreamItem[] {
    const text = this.#endedInCr && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') this.#endedInCr = piece.endsWith('\r');
    const lines = (this.#line + text).split(/\r\n|\n|\r/);
    this.#line = lines.pop() ?? '';
    this.#limit(this.#line.length);
    return lines.flatMap((line) => this.#take(line) ?? []);
  }

  #take(line: string): StreamItem | null {
    if (line === '') return this.#event();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    switch (name) {
      case 'event':
        this.#name = value;
        return null;
      case 'data':
        this.#size += value.length;
        this.#limit(this.#size);
        this.#data.push(value);
        return null;
      case 'id':
        if (!value.includes('\0')) this.#id = value;
        return null;
      case 'retry':
        return /^\d+$/.test(value) ? { kind: 'retry', ms: Number(value) } : null;
      // Comments have no name; other names are for later versions of the standard.
      default:
        return null;
    }
  }

  #event(): StreamItem | null {
    const item: StreamItem | null =
      this.#data.length === 0
        ? null
        : {
            kind: 'event',
            name: this.#name === '' ? 'message' : this.#name,
            data: this.#data.join('\n'),
            id: this.#id,
          };
    this.#name = '';
    this.#data = [];
    this.#size = 0;
    return item;
  }

  #limit(length: number): void {
    if (length > LONGEST) throw new RangeError('an event that is too long');
  }
}
