/** Braces and strings; a string before a colon is a name. */
const TOKEN = /[{}]|"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/**
 * Does an object in this text, at any depth, repeat a member name, in any spelling? Parsers disagree on which one wins.
 * `json` is valid JSON: `JSON.parse` has accepted it, and kept the last.
 */
export function hasNameTwice(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, text = '', colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name = text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
      const names = open.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}
