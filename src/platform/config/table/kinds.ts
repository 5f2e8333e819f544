/** The values and the default of a setting. A null default means none, or see {@link Setting.defaultNote}. */
export type SettingKind =
  | { readonly kind: 'text'; readonly default: string | null }
  | {
      readonly kind: 'integer';
      readonly default: number | null;
      readonly min: number;
      readonly max: number;
      readonly unit: 'ms' | null;
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[] }
  /** Comma-separated. */
  | { readonly kind: 'list'; readonly default: readonly string[] }
  | { readonly kind: 'url'; readonly default: null }
  /** Never shown, and also read from the file that `<name>_FILE` names. */
  | { readonly kind: 'secret'; readonly default: null };

export type Setting = SettingKind & {
  /** One sentence: in its page, `--help` and the message of a start that failed. */
  readonly says: string;
  readonly more?: string;
  readonly required?: true;
  /** Another setting, without which this one does not work, and the reason; `refused`: the service does not start. */
  readonly needs?: readonly [name: string, because: string, refused?: 'refused'];
  /** What the value, or each item of a list, has to hold, and how that is said after the name of the setting. */
  readonly must?: readonly [holds: (text: string) => boolean, words: string];
  /** Why plain `http:` to another machine is refused. */
  readonly httpsBecause?: string;
  /** How the default is derived, in words; the reading code decides. */
  readonly defaultNote?: string;
};

export type SettingGroup = Readonly<Record<string, Setting>>;

export function text<D extends string | null>(fallback: D) {
  return { kind: 'text', default: fallback } as const;
}

export function integer<D extends number | null>(fallback: D, min: number, max: number) {
  return { kind: 'integer', default: fallback, min, max, unit: null } as const;
}

export function milliseconds<D extends number | null>(fallback: D, min: number, max: number) {
  return { kind: 'integer', default: fallback, min, max, unit: 'ms' } as const;
}

export function boolean(fallback: boolean) {
  return { kind: 'boolean', default: fallback } as const;
}

export function choice<const V extends string>(fallback: NoInfer<V>, values: readonly V[]) {
  return { kind: 'choice', default: fallback, values } as const;
}

export function list(...fallback: readonly string[]) {
  return { kind: 'list', default: fallback } as const;
}

export const url = { kind: 'url', default: null } as const;

export const secret = { kind: 'secret', default: null } as const;

export const httpsUrl = (because: string) => ({ ...url, httpsBecause: because });

export const required = { required: true } as const;

export function must(holds: RegExp | ((text: string) => boolean), words: string) {
  return { must: [holds instanceof RegExp ? (text: string) => holds.test(text) : holds, words] as const };
}

export const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`);

/** A list of `field=value`. */
export function fields(example: string, values: Readonly<Record<string, RegExp>>) {
  const holds = (entry: string): boolean => {
    const [, field = '', value = ''] = /^([a-z]+)=(.*)$/.exec(entry) ?? [];
    return Object.hasOwn(values, field) && values[field]?.test(value) === true;
  };
  return { ...list(), ...must(holds, `be a list such as ${example}, of ${Object.keys(values).join(', ')}`) };
}

/** An entry `key=words` of a list; null: it has another form. A comma in the words would have ended them. */
export function pairOf(entry: string): readonly [key: string, words: string] | null {
  const [, key = '', words = ''] = /^([^=]+)=(.*)$/s.exec(entry)?.map((part) => part.trim()) ?? [];
  const isPair = /^[\x21-\x7e]{1,64}$/.test(key) && words !== '' && words.length <= 200 && !/;[^;]*=/.test(words);
  return isPair ? [key, words] : null;
}

/** The form of origins in a list. */
export const ORIGINS = 'in lower case, without path, slash at the end or *, and each subdomain by itself';
