const MOST_VALUES = 200;
const MOST_LEVELS = 16;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** True for at most 200 values and 16 levels. Linear, so it can run before parsers that are not. */
export function isModestJson(text: string): boolean {
  let [values, levels, isInString] = [1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) [values, levels] = [values + 1, levels + 1];
    else if (CLOSING.has(code)) levels -= 1;
    if (values > MOST_VALUES || levels > MOST_LEVELS) return false;
  }
  return true;
}
