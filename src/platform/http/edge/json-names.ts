/** Braces, and texts; a text with a colon behind it is a name. */
const TOKEN = /[{}]|"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/**
 * Does an object in this text, at any depth, have two members of one name, however they are spelled? Of these one reader
 * takes the first and another the last. `json` is valid JSON: `JSON.parse` has read it, and kept the last.
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
