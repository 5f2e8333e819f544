/** The text without characters that steer a terminal: what others wrote must not colour, move or hide a line. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
}

/** Ends a line, steers a terminal, or turns the direction of what stands behind it, so that people read something else. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** What is wrong with a line that somebody wrote for others to read; null: nothing. Lengths are in characters. */
export function lineFault(value: unknown, min: number, max: number): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const { length } = [...value];
  if (length < min || length > max) return `must have ${min} to ${max} characters`;
  return STEERING.test(value) ? 'must be one line, without control or text direction characters' : null;
}
