import { termsWhere } from '../terms/order-terms.js';
import type { Term } from '../terms/order-terms.js';

/** How a field is shown in each place; unlisted places show it as it is. */
export interface FieldVisibility {
  readonly log?: 'hidden';
  readonly sent?: 'without query' | 'without token';
  readonly answered?: 'hidden' | 'e-mail';
  /** History is kept permanently. */
  readonly history?: 'digest';
  /** Shown to staff without a reveal. */
  readonly staff?: 'ends' | 'e-mail' | 'without query' | 'whole';
  /** A sale's payee, as shown to the order's owner. */
  readonly owner?: 'initials' | 'end';
}

interface SensitiveFields extends FieldVisibility {
  /** Compared without case and punctuation; `*` matches any prefix. */
  readonly names: readonly string[];
  readonly are: string;
}

const fields = (are: string, names: string, shown: FieldVisibility): SensitiveFields => ({
  names: names.split(/\s+/),
  are,
  ...shown,
});

const namesOf = (fits: (term: Term) => boolean): string => termsWhere(fits).join(' ');

const SEEN: FieldVisibility = { answered: 'hidden', staff: 'ends' };
const HIDDEN: FieldVisibility = { ...SEEN, log: 'hidden' };

export const SENSITIVE_FIELDS: readonly SensitiveFields[] = [
  fields(
    'what opens or proves something',
    `authorization token accessToken refreshToken apiKey secret appSecret clientSecret password sign signature newSignature
     payUrl`,
    HIDDEN,
  ),
  fields(
    'the like of our own, whatever is called so, and all of a person',
    `proxyAuthorization cookie setCookie xApiKey idempotencyKey challengeResponse xChallengeResponse serviceKey privateKey
     databaseUrl stringToSign pass pwd *token *secret *password *passwd *signature *email *payUrl customer payee`,
    { log: 'hidden' },
  ),
  fields('where money goes', `${namesOf(({ kind }) => kind === 'destination')} payoutAddress orderPageUrl`, {
    log: 'hidden',
    history: 'digest',
    staff: 'ends',
  }),
  fields(
    'the same by other names, and who a customer is',
    'walletAddress toAddress fromAddress receiveAddress depositAddress tag destinationTag customerId',
    { staff: 'ends' },
  ),
  fields("a customer's e-mail address", 'customerEmail', { staff: 'e-mail' }),
  fields('why it failed, perhaps at an earlier payee', 'failReason', { answered: 'hidden', history: 'digest' }),
  fields("a payee's name, or a thing's", 'name', { ...SEEN, owner: 'initials' }),
  fields("a payee's account", 'account card', { ...HIDDEN, owner: 'end' }),
  fields("a payee's e-mail address", 'email mail', { ...HIDDEN, answered: 'e-mail', owner: 'end' }),
  fields(
    'identities',
    `firstName lastName fullName userName holder cardNo cardNumber accountNo accountName accountNumber iban phone mobile tel
     idCard idNo idNumber passport birthday dateOfBirth`,
    HIDDEN,
  ),
  fields('numbers that identify a person or a sale', 'ip uid userId merchantUid orderAddress', SEEN),
  fields(
    'where a customer returns to',
    namesOf(({ form }) => form === 'url'),
    {
      sent: 'without query',
      answered: 'hidden',
      staff: 'without query',
    },
  ),
  fields('where callbacks go', 'callbackUrl', { ...SEEN, sent: 'without token' }),
  fields("a token's contract, which is not personal", 'tokenAddress', { staff: 'whole' }),
];

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9*]/g, '');

const ALL = SENSITIVE_FIELDS.flatMap((shown) =>
  shown.names.map((name): [string, FieldVisibility] => [plain(name), shown]),
);
const BY_NAME = new Map(ALL);
const BY_ENDING = ALL.filter(([name]) => name.startsWith('*')).map(([name, shown]) => [name.slice(1), shown] as const);

export function visibilityOf(name: string): FieldVisibility {
  const cached = judged.get(name);
  if (cached !== undefined) return cached;
  const text = plain(name);
  const byEnding = BY_ENDING.find(([ending]) => text.endsWith(ending));
  const shown = { ...byEnding?.[1], ...BY_NAME.get(text) };
  if (judged.size < MOST_JUDGED) judged.set(name, shown);
  return shown;
}

const judged = new Map<string, FieldVisibility>();
const MOST_JUDGED = 500;
