/** Initial values, equal to the table's defaults. */
export const NOTHING_HAPPENED = {
  failureCode: null,
  inReview: false,
  announcedStatus: null,
  version: 1,
  firstTradeOfRequest: 1,
  erasedAt: null,
  keptUntil: null,
} as const;

/** An order without address, customer or lease. */
export const NEW_ORDER = {
  ...NOTHING_HAPPENED,
  addressKey: null,
  guestBlock: null,
  customerEmail: null,
  customerEmailKeyId: null,
  customerEmailDigest: null,
  metadata: {},
  driveLease: null,
  driveUntil: null,
  drivePatienceUntil: null,
} as const;
