/** A unique text, put where a secret or personal data may enter. */
export interface Plant {
  readonly name: string;
  readonly text: string;
}

/** Shorter pieces of an encoded text would be found by chance. */
const SHORTEST = 8;

/** All encodings of a text in which it is recoverable. */
function formsOf(text: string): { readonly anyCase: readonly string[]; readonly exact: readonly string[] } {
  const bytes = Buffer.from(text);
  const json = JSON.stringify(text).slice(1, -1);
  const anyCase = [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    bytes.toString('hex'),
  ];
  return {
    anyCase: anyCase.map((form) => form.toLowerCase()),
    exact: [...base64Of(bytes), ...base64Of(bytes, 'base64url')],
  };
}

/** The part of a text's base64 that is the same at each of three offsets. */
function base64Of(bytes: Buffer, encoding: 'base64' | 'base64url' = 'base64'): string[] {
  const cores = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replace(/=+$/, '');
    const isWhole = (offset + bytes.length) % 3 === 0;
    return whole.slice([0, 2, 3][offset], isWhole ? undefined : -1);
  });
  return cores.filter((core) => core.length >= SHORTEST);
}

/** Finds plants in texts, in any encoding. */
export class Search {
  private readonly forms: ReadonlyMap<string, ReturnType<typeof formsOf>>;

  constructor(plants: readonly Plant[]) {
    this.forms = new Map(plants.map(({ name, text }) => [name, formsOf(text)]));
  }

  /** The names of all plants that stand in the text. */
  in(text: string): string[] {
    const lower = text.toLowerCase();
    const isIn = ({ anyCase, exact }: ReturnType<typeof formsOf>): boolean =>
      anyCase.some((form) => lower.includes(form)) || exact.some((form) => text.includes(form));
    return [...this.forms].filter(([, forms]) => isIn(forms)).map(([name]) => name);
  }
}
