import type { PageFacts } from '#src/platform/shared/page-facts.js';

/** What the service told this page in its own document. */
export const facts: PageFacts = read();

function read(): PageFacts {
  const text = document.getElementById('page-facts')?.textContent;
  if (text === undefined) throw new Error('the page has no facts');
  return JSON.parse(text) as PageFacts;
}
