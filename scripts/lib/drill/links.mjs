/**
 * Orders that had two pay links at once, as their customers could see it: the link of an older trade came in an answer to
 * a question that was asked after a newer one had been shown, or one trade had two links.
 * @param {ReadonlyMap<string, readonly import('./journal.mjs').Told[]>} told
 * @returns {{ number: string, why: string }[]}
 */
export function doubleLinks(told) {
  const found = [];
  for (const [number, answers] of told) {
    const links = answers.filter(({ payUrl }) => payUrl !== null);
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
      // Answers that cross on their way prove nothing: the older one must have been asked for later.
      if (one.n < other.n && one.askedAt > other.answeredAt) {
        return `the link of its trade ${one.n} was shown after that of trade ${other.n}`;
      }
    }
  }
  return null;
}
