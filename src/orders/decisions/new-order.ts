/** What every order begins with, of whichever side: the table's defaults say the same. */
export const NEW_ORDER = {
  failureCode: null,
  inReview: false,
  announcedStatus: null,
  version: 1,
  firstTradeOfRequest: 1,
  erasedAt: null,
  keptUntil: null,
} as const;
