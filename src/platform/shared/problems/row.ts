import type { Member } from './members.js';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Some take numbers or names. */
type Texts = Readonly<Record<string, string | ((...given: never[]) => string)>>;

interface Rest<T extends Texts> {
  /**
   * Its `detail`s by name, in plain English, for developers who call the API. Some reach customers, as the `failure` of an
   * order. None says whether another caller's order exists. The first is the example's.
   */
  readonly texts: T;
  /** Members beside those that all problems have. */
  readonly members?: Readonly<Record<string, Member>>;
  /** Of the example: what its text takes, the field that it is about, and its further members. */
  readonly sample?: readonly unknown[];
  readonly field?: string;
  readonly fault?: string;
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** All that is to be said of one error code. */
export interface ProblemRow<T extends Texts = Texts> {
  readonly status: number;
  readonly title: string;
  /** The caller's next step, in Markdown, for docs/errors.md. */
  readonly next: string;
  readonly texts: T;
  readonly members: Readonly<Record<string, Member>>;
  readonly example: {
    readonly detail: string;
    readonly errors?: readonly FieldError[];
    readonly members?: Readonly<Record<string, unknown>>;
  };
}

export function row<T extends Texts>(status: number, title: string, next: string, rest: Rest<T>): ProblemRow<T> {
  const { texts, members = {}, sample = [], field, shown } = rest;
  const [first] = Object.values(texts) as (string | ((...given: unknown[]) => string))[];
  const detail = typeof first === 'function' ? first(...sample) : (first ?? '');
  const errors = field === undefined ? {} : { errors: [{ field, message: rest.fault ?? detail }] };
  const example = { detail, ...errors, ...(shown === undefined ? {} : { members: shown }) };
  return { status, title, next, texts, members, example };
}
