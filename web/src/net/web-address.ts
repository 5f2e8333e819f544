/** An address that came from elsewhere, if a link may lead there: `https:` or `http:`, and nothing that runs in this page. */
export function webAddress(address: string | null | undefined): string | null {
  if (address === null || address === undefined || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}
