/** The regions of the US dollar. `Intl` writes every other dollar as a bare `$` at home only. */
const HOMES = 'US AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI'.split(' ');

/** True if `Intl` writes this currency as a bare `$` in a region (BCP 47 tag) that has no US dollar. */
export function isForeignDollar(tag: string, currency: string): boolean {
  if (currency !== 'USD' || HOMES.includes(new Intl.Locale(tag).maximize().region ?? '')) return false;
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value.trim() === '$';
}
