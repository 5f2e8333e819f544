const LONGEST_TEXT = 1024;

/** Short enough, and free of what Postgres cannot keep as text: the zero character and halves of surrogate pairs. */
export function isStorable(text: string): boolean {
  return text.length <= LONGEST_TEXT && !text.includes('\0') && text.isWellFormed();
}

/** The text with each half of a surrogate pair replaced by U+FFFD, as UTF-8 has no form for it. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
