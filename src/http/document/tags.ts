/** What belongs together in the document, in the order in which a reader wants it. */
export const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['catalog', 'What can be bought and sold, within which limits, and for how much.'],
  ['checkout', 'Making an order, and trying one again that came to nothing.'],
  ['orders', 'How an order stands; sales that are to be watched.'],
  ['staff: orders', 'Any order with all its evidence, for the merchant\u2019s staff. Nobody can set a status.'],
  ['staff', 'What staff has to look into, what was done, and the accounting report.'],
  ['admin', 'API keys of the merchant\u2019s servers and staff.'],
  ['operation', 'Health and metrics of one process; for whoever runs it, and open to all who can reach it.'],
];
