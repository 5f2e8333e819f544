import { inspect } from 'node:util';

const MASK = '[secret]';

/** A text that must not be shown: printing, JSON, string joining and `util.inspect` all give `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The text itself, for the one call that needs it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
