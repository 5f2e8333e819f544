import type { PageFacts } from '#src/platform/terms/terms.js';

/** Facts that the service puts into the page's HTML. */
export const facts: PageFacts = read();

function read(): PageFacts {
  const text = document.getElementById('page-facts')?.textContent;
  if (text === undefined) throw new Error('the page has no facts');
  return JSON.parse(text) as PageFacts;
}
