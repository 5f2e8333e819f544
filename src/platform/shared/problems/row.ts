import type { Member } from './members.js';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** One problem as it may come. */
interface Example {
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Some take numbers or names. */
type Texts = Readonly<Record<string, string | ((...given: never[]) => string)>>;

/** All that is to be said of one error code, which is stable. */
export interface ProblemRow<T extends Texts = Texts> {
  readonly status: number;
  readonly title: string;
  /**
   * Its `detail`s by name, in plain English, for developers who call the API. Some reach customers, as the `failure` of an
   * order. None says whether something of somebody else's exists.
   */
  readonly texts: T;
  /** What a caller does next, in Markdown: docs/errors.md has it. */
  readonly next: string;
  /** Members beside those that all problems have. */
  readonly members?: Readonly<Record<string, Member>>;
  readonly example: Example;
}

/** The example is the first text, where the row has no other. */
export function row<T extends Texts>(
  given: Omit<ProblemRow<T>, 'example'> & { readonly example?: (texts: T) => Example },
): ProblemRow<T> {
  const { texts, example } = given;
  return { ...given, example: example?.(texts) ?? { detail: String(Object.values(texts)[0]) } };
}

/** An example about one field. */
export const about = (field: string, detail: string, members?: Example['members']): Example => ({
  detail,
  errors: [{ field, message: detail }],
  ...(members === undefined ? {} : { members }),
});
