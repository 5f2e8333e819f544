/**
 * The text as a URL; null: it is none. `URL.canParse` must not be used for this: once Node 20 has compiled it, it refuses
 * addresses with Latin letters such as `ü`.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
