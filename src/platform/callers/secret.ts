import { inspect } from 'node:util';

const MASK = '[secret]';

/** A text that cannot be printed by accident: string conversion, JSON and `util.inspect` all show `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

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
