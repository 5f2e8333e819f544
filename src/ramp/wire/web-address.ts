/** URL.canParse alone would pass blanks at the ends and line breaks within, which browsers read in their own ways. */
const ABSOLUTE = /^(https?):\/\/[^\s\\"<>]+$/i;

/** How the page at this address is reached, where it is an absolute web address; null: it is none, and no link may lead there. */
export function webScheme(text: string): 'http' | 'https' | null {
  const scheme = ABSOLUTE.exec(text)?.[1]?.toLowerCase();
  return (scheme === 'http' || scheme === 'https') && URL.canParse(text) ? scheme : null;
}
