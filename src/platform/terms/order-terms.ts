/** How a term is checked, documented and compared. */
export type TermForm = 'fiat' | 'amount' | 'name' | 'network' | 'country' | 'address' | 'memo' | 'url' | 'line';

/** `deal`: kept for the books; `destination`: erased unless the law keeps addresses; `shop`: always erased. */
export type TermKind = 'deal' | 'destination' | 'shop';

export interface Term {
  readonly form: TermForm;
  readonly kind: TermKind;
  readonly isOptional: boolean;
  /** Its description in a checkout request. */
  readonly is: string;
  readonly example: string;
  /** Its description in an order; absent: not shown. */
  readonly shown?: string;
  /** Its description in staff's lists and order file. */
  readonly filed: string;
  /** The example there, if it differs. */
  readonly filedExample?: string;
}

type Rest = Omit<Term, 'form' | 'kind' | 'isOptional'>;

const required = <R extends Rest>(form: TermForm, kind: TermKind, rest: R) =>
  ({ form, kind, isOptional: false, ...rest }) as const;
const optional = <R extends Rest>(form: TermForm, kind: TermKind, rest: R) =>
  ({ form, kind, isOptional: true, ...rest }) as const;

/**
 * What the customer ordered. Types, links, comparison, redaction, erasure and documents derive from this list;
 * `src/ramp/wire/requests.ts` maps it to the provider's words.
 */
const ORDER_TERMS = {
  fiat: required('fiat', 'deal', {
    is: 'The currency to pay with, ISO 4217.',
    example: 'USD',
    shown: 'The currency of the payment, ISO 4217.',
    filed: 'The fiat currency; null: not stated yet.',
  }),
  amount: required('amount', 'deal', {
    is: "The amount of fiat to spend, with at most the currency's decimals.",
    example: '100.00',
    shown: "The ordered amount in fiat, with the currency's decimals.",
    filed: 'The ordered amount in fiat; null for a sale.',
  }),
  crypto: required('name', 'deal', {
    is: "The provider's name of the cryptocurrency.",
    example: 'USDT',
    shown: 'The cryptocurrency to buy.',
    filed: 'The cryptocurrency; null: not stated yet.',
  }),
  network: required('network', 'deal', {
    is: "The provider's name of the network.",
    example: 'ETH',
    shown: "The provider's name of the network.",
    filed: "The provider's name of the network; null: not stated yet.",
  }),
  address: required('address', 'destination', {
    is: 'Where the crypto goes: an address of that network.',
    example: '0x52908400098527886E0F7030069857D2E4169EE7',
    shown: "The customer's wallet address.",
    filed: 'The destination address, masked; null for a sale.',
    filedExample: '0x5290…9EE7',
  }),
  memo: optional('memo', 'destination', {
    is: 'Required on some networks, such as BNB: see `memoRequired` in the list of cryptocurrencies. Empty: none.',
    example: '104857600',
    shown: 'The memo that some networks need beside the address; null: none.',
    filed: 'The memo, masked; null: none.',
    filedExample: '1048…',
  }),
  payWayCode: required('name', 'deal', {
    is: "The provider's code of a payment method.",
    example: '10001',
    shown: "The provider's code of the requested payment method.",
    filed: "The provider's code of the ordered payment method; null for a sale.",
  }),
  country: required('country', 'deal', {
    is: 'Where the customer lives: two letters, ISO 3166-1.',
    example: 'US',
    shown: "The customer's country of residence: two letters, ISO 3166-1.",
    filed: 'Two letters, ISO 3166-1; null for a sale.',
  }),
  redirectUrl: optional('url', 'shop', {
    is: 'Where the customer is sent after paying; its origin has to be allowed. `{merchantOrderNo}` is replaced.',
    example: 'https://shop.example/thanks?order={merchantOrderNo}',
    filed: 'The redirect after paying, without personal parts; null: none.',
    filedExample: 'https://shop.example/thanks',
  }),
  failRedirectUrl: optional('url', 'shop', {
    is: 'Where the customer is sent when paying failed; `redirectUrl` when absent.',
    example: 'https://shop.example/cart',
    filed: 'The redirect after a failed payment.',
  }),
  merchantName: optional('line', 'shop', {
    is: "Shown on the provider's result page; a single line.",
    example: 'Example Shop',
    filed: "Shown on the provider's result page.",
  }),
} as const satisfies Readonly<Record<string, Term>>;

export type TermName = keyof typeof ORDER_TERMS;

export type TermsThatAre<O extends boolean> = {
  [N in TermName]: (typeof ORDER_TERMS)[N]['isOptional'] extends O ? N : never;
}[TermName];

export type ShownTerm = {
  [N in TermName]: (typeof ORDER_TERMS)[N] extends { readonly shown: string } ? N : never;
}[TermName];

/** The terms of a purchase, in canonical form; the amount has the currency's decimals. */
export type TermValues = { readonly [N in TermName]: N extends TermsThatAre<true> ? string | null : string };

/** Terms as stored; those of a sale are what the provider has stated so far. */
export type StoredTerms = { readonly [N in TermName]?: string | null };

export const TERM_NAMES = Object.keys(ORDER_TERMS) as TermName[];

export const termOf = (name: TermName): Term => ORDER_TERMS[name];

export const termsWhere = (fits: (term: Term) => boolean): TermName[] =>
  TERM_NAMES.filter((name) => fits(termOf(name)));

export const SHOWN_TERMS = termsWhere(({ shown }) => shown !== undefined) as ShownTerm[];

export const NO_OPTIONAL_TERMS = Object.fromEntries(
  termsWhere(({ isOptional }) => isOptional).map((name) => [name, null]),
) as { readonly [N in TermsThatAre<true>]: null };

export const allTerms = (terms: StoredTerms | null): { readonly [N in TermName]: string | null } =>
  mapTerms((name) => terms?.[name] ?? null);

export const mapTerms = <V>(value: (name: TermName, term: Term) => V): { readonly [N in TermName]: V } =>
  Object.fromEntries(TERM_NAMES.map((name) => [name, value(name, termOf(name))])) as { [N in TermName]: V };
