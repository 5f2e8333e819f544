const LONGEST_TEXT = 1024;

/** Short enough, and free of what Postgres cannot store as text: NUL and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.length <= LONGEST_TEXT && !text.includes('\0') && text.isWellFormed();
}

/** The text with each unpaired surrogate replaced by U+FFFD, since UTF-8 cannot encode it. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
