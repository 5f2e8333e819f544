/**
 * Parses a URL or returns null. Do not use `URL.canParse`: once Node 20 has compiled it, it refuses URLs with Latin
 * letters such as `ü`.
 */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
