/** What every order begins with, as the table's defaults say too: nothing has come of it yet. */
export const NOTHING_HAPPENED = {
  failureCode: null,
  inReview: false,
  announcedStatus: null,
  version: 1,
  firstTradeOfRequest: 1,
  erasedAt: null,
  keptUntil: null,
} as const;

/** An order of which nobody has said anything: not what is wanted, nor for whom, nor who makes its trades. */
export const NEW_ORDER = {
  ...NOTHING_HAPPENED,
  fiat: null,
  amount: null,
  crypto: null,
  network: null,
  address: null,
  memo: null,
  payWayCode: null,
  country: null,
  redirectUrl: null,
  failRedirectUrl: null,
  merchantName: null,
  guestBlock: null,
  customerEmail: null,
  customerEmailKeyId: null,
  customerEmailDigest: null,
  metadata: {},
  driveLease: null,
  driveUntil: null,
  drivePatienceUntil: null,
} as const;
