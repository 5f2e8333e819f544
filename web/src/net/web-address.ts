/** Returns only `https:` and `http:` URLs: a foreign `javascript:` URL would run in this page. */
export function webAddress(address: string | null | undefined): string | null {
  if (address === null || address === undefined || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}
