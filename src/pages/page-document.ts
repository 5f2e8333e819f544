import type { PageFacts } from '../platform/terms/terms.js';

const PLACE = '<!-- page -->';
const TITLE = /<title>[^<]*<\/title>/;

/**
 * Fills the built document with its title, the merchant's colours and the facts, as JSON in a block that browsers do
 * not run. Throws if the document lacks the placeholders.
 */
export function pageDocument(built: string, facts: PageFacts, brandStyleUrl: string): string {
  if (!built.includes(PLACE) || !TITLE.test(built)) throw new Error('the built page has no place for its facts');
  const block = `<script type="application/json" id="page-facts">${blockOf(facts)}</script>`;
  const style = `<link rel="stylesheet" href="${brandStyleUrl}">`;
  // Functions, because `replace` would interpret `$&` in a replacement text.
  return built
    .replace(TITLE, () => `<title>${escaped(facts.brand.name)}</title>`)
    .replace(PLACE, () => `${style}\n    ${block}`);
}

/** Escaped, because `</script>` inside a text would end the block. */
function blockOf(facts: PageFacts): string {
  return JSON.stringify(facts).replaceAll('<', '\\u003c');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
