/**
 * Orders with two payment links at once, as seen by their customers: a request sent after a newer trade's link was
 * shown returned an older trade's link, or one trade had two links.
 * @param {ReadonlyMap<string, readonly import('./journal.mjs').Told[]>} told
 * @param {ReadonlySet<string>} [lost] numbers of trades that a promotion lost: the older link is then the newest known
 * @returns {{ number: string, why: string }[]}
 */
export function doubleLinks(told, lost = new Set()) {
  const found = [];
  for (const [number, answers] of told) {
    const links = answers.filter(({ payUrl, n }) => payUrl !== null && !lost.has(`${number}-r${n}`));
    const why = whatIsWrong(links);
    if (why) found.push({ number, why });
  }
  return found;
}

/** @param {readonly import('./journal.mjs').Told[]} links */
function whatIsWrong(links) {
  for (const one of links) {
    for (const other of links) {
      if (one.n === other.n && one.payUrl !== other.payUrl) return `two links of its trade ${one.n}`;
      if (one.n < other.n && one.payUrl === other.payUrl) return `its trades ${one.n} and ${other.n} have one link`;
      // Overlapping requests prove nothing: the one for the older link must have been sent later.
      if (one.n < other.n && one.askedAt > other.answeredAt) {
        return `the link of its trade ${one.n} was shown after that of trade ${other.n}`;
      }
    }
  }
  return null;
}
