/** `20260101T000000Z-20260201T000000Z`, for file names, in which some systems forbid colons. */
export function spanName({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  const bound = (moment: string | null, without: string): string =>
    moment === null ? without : moment.replaceAll(/[-:]|\.000/g, '');
  return `${bound(from, 'beginning')}-${bound(to, 'now')}`;
}
