import { useEffect, useMemo, useState } from 'preact/hooks';
import { ProblemError } from '#client/src/index.js';
import type { Checkout, Crypto, Quote } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { keptDraft } from '../net/draft.js';
import { useOnline } from '../net/use-online.js';
import { priceChange } from '../prices/rules/price-change.js';
import type { AgreedChange } from '../prices/rules/price-change.js';
import { chosenQuote, shownQuote } from '../prices/rules/quotes-state.js';
import type { QuotesState } from '../prices/rules/quotes-state.js';
import { preselected } from '../prices/rules/preselection.js';
import { useAgreement, usePress } from '../prices/use-press.js';
import { useIsOld } from '../prices/use-is-old.js';
import { useQuotes } from '../prices/use-quotes.js';
import { minutesOf } from '../prices/usual-time.js';
import { keepEntry, lastChoice } from './memory.js';
import type { AddressVerdict, MemoVerdict } from './rules/destination.js';
import { firstEntry, offeredCountries } from './rules/entry.js';
import type { Entry } from './rules/entry.js';
import type { AmountVerdict, Limits } from './rules/limits.js';
import { NO_WISH, readLink } from './rules/link.js';
import type { Link } from './rules/link.js';
import { problemPlace } from './rules/problem-place.js';
import type { ProblemPlace } from './rules/problem-place.js';
import { checkoutRequest } from './rules/purchase.js';
import { shopTerms, signedLink } from './shop-terms.js';
import { useAmount } from './use-amount.js';
import { useCoins } from './use-coins.js';
import type { CryptosState } from './use-cryptos.js';
import { useDestination } from './use-destination.js';
import { useAnother } from './use-another.js';
import type { Another } from './use-another.js';
import { usePurchase } from './use-purchase.js';
import type { Purchasing } from './use-purchase.js';
import { useUnpaidOrders } from './use-unpaid-orders.js';
import type { UnpaidOrder } from './use-unpaid-orders.js';

/** Fields in their order on the page; the first wrong one gets the focus. */
type FieldName = 'amount' | 'coin' | 'country' | 'method' | 'address' | 'memo' | 'consent';

export interface CheckoutModel {
  readonly entry: Entry;
  readonly change: (part: Partial<Entry>) => void;
  readonly isOnline: boolean;
  readonly hasOddLink: boolean;
  readonly cryptos: CryptosState;
  readonly reloadCryptos: () => void;
  readonly pairs: readonly Crypto[];
  readonly pair: Crypto | undefined;
  readonly digits: number;
  readonly limits: Limits;
  readonly amount: AmountVerdict;
  /** The amount field got or lost the focus. */
  readonly attendAmount: (isThere: boolean) => void;
  readonly quotes: QuotesState;
  readonly refreshQuotes: () => void;
  readonly quote: Quote | undefined;
  /** The quote to show; of the terms before until there is one. */
  readonly shownQuote: Quote | undefined;
  /** The shown prices may not be the current ones: too old, of the terms before, or the browser is offline. */
  readonly isStale: boolean;
  /** Code of the chosen payment method, with or without a price; null: no methods were shown yet. */
  readonly method: string | null;
  readonly priceChange: AgreedChange;
  /** null: the rules are not loaded. */
  readonly address: AddressVerdict | null;
  /** The address to send, also if a payment link was entered; empty: none. */
  readonly addressText: string;
  readonly memo: MemoVerdict;
  /** The memo to send; empty: none. */
  readonly memoText: string;
  /** The visitor ticked the box of the terms; unticked after each load. */
  readonly hasAgreed: boolean;
  readonly agree: (hasAgreed: boolean) => void;
  /** The service's refusal of the last press, or of the prices. */
  readonly place: ProblemPlace | null;
  /** The visitor pressed with missing fields, so show those as errors. */
  readonly isStrict: boolean;
  /** The first wrong field; a new object for each press. */
  readonly wrong: { readonly field: FieldName; readonly round: number } | null;
  readonly purchase: Purchasing;
  readonly press: () => void;
  /** The button waits for prices: it was pressed at old ones, the shown ones are of the terms before, or the first are under way. */
  readonly isWaiting: boolean;
  /** Orders of this browser that await payment. */
  readonly unpaid: readonly UnpaidOrder[];
  readonly another: Another['question'];
  readonly isClosed: boolean;
}

const COUNTRIES = offeredCountries(facts.countries);

/** A signed link overrides the query parameters. */
function linkOf(search: string): Link {
  if (signedLink !== null) return { wish: NO_WISH, hasOdd: false };
  return readLink(search, { fiats: facts.fiats, countries: COUNTRIES });
}

/** `onOrder`: takes the order; without it the page leaves for the payment. */
export function useCheckout(onOrder: ((order: Checkout) => void) | undefined): CheckoutModel {
  const isOnline = useOnline();
  const purchase = usePurchase(onOrder);
  const link = useMemo(() => linkOf(location.search), []);
  const [entry, setEntry] = useState(() =>
    firstEntry({
      wish: link.wish,
      terms: shopTerms,
      draft: keptDraft(location.search),
      choice: lastChoice(),
      languages: navigator.languages,
      fiats: facts.fiats,
      countries: COUNTRIES,
    }),
  );
  const [hasAgreed, agree] = useState(false);
  const [isStrict, setStrict] = useState(false);
  const [wrong, setWrong] = useState<CheckoutModel['wrong']>(null);

  const coins = useCoins(entry, link.wish, isOnline, setEntry);
  const { cryptos, pairs, pair } = coins;
  const { digits, limits, verdict: amount, learn, attend } = useAmount(entry, pair, setEntry);
  const { address, addressVerdict, memo, memoVerdict } = useDestination(entry, pair, pairs);
  const isSecret = addressVerdict?.kind === 'invalid' && addressVerdict.why === 'secret';
  useEffect(() => keepEntry(location.search, isSecret ? { ...entry, address: '' } : entry), [entry, isSecret]);

  const change = (part: Partial<Entry>): void => {
    coins.choose(part);
    purchase.clearProblem();
    setEntry((now) => ({ ...now, ...part }));
  };

  const wish =
    pair !== undefined && amount.kind === 'ok' && entry.country !== ''
      ? {
          pair: { crypto: pair.crypto, network: pair.network },
          fiat: entry.fiat,
          amount: amount.amount,
          country: entry.country,
        }
      : null;
  const isEditing = purchase.state.kind === 'editing';
  const { quotes, refresh, replace } = useQuotes(wish, isOnline, !isEditing, (items) =>
    preselected(items, minutesOf(pair?.network)),
  );
  const method = entry.payWayCode ?? quotes.firstMethod;
  const quote = quotes.prices === null ? undefined : chosenQuote(quotes.prices, method);
  const isOld = useIsOld(quotes.pricedAt);

  const agreement = useAgreement(JSON.stringify([wish, quote?.payWayCode]), quote?.cryptoQuantity ?? null);
  const changed = priceChange(agreement.quantity, quote?.cryptoQuantity ?? null);
  const place = usePlace(purchase, quotes);
  useEffect(() => {
    if (place === null) return;
    if (place.field === 'amount' && place.what === 'range') learn(place.limits);
    if (place.field === 'price') {
      // Show the new price at once, and refresh the other methods, whose prices will have moved too.
      if (place.quote !== null)
        replace({ ...place.quote, payWayCode: place.quote.payWayCode ?? quote?.payWayCode ?? null });
      refresh();
    }
    // What is left to choose.
    if (purchase.state.kind === 'editing' && purchase.state.problem?.code === 'paused') refresh();
  }, [place]);

  const firstWrong = (): FieldName | null => {
    if (pair === undefined) return 'coin';
    if (amount.kind !== 'ok') return 'amount';
    if (entry.country === '') return 'country';
    if (quote === undefined) return 'method';
    if (address === '' || addressVerdict?.kind === 'invalid') return 'address';
    if (memoVerdict !== 'ok') return 'memo';
    return facts.consent === 'box' && !hasAgreed ? 'consent' : null;
  };

  const goOn = (at: Quote): void => {
    if (pair === undefined || amount.kind !== 'ok') return;
    const request = checkoutRequest(
      { fiat: entry.fiat, amount: amount.amount, pair, country: entry.country, address, memo, quote: at },
      location.origin,
      facts.returnOrigins,
      signedLink,
    );
    if (request === null) return;
    agreement.agree(at.cryptoQuantity);
    purchase.buy(request);
  };
  const decided = JSON.stringify([wish, address, memo, hasAgreed]);
  const pressing = usePress({ wish: decided, quotes, quote, refresh, goOn });
  const unpaid = useUnpaidOrders();
  const another = useAnother(unpaid, pressing.press);

  const press = (): void => {
    const field = firstWrong();
    if (field === null) {
      another.press();
      return;
    }
    setStrict(true);
    setWrong((before) => ({ field, round: (before?.round ?? 0) + 1 }));
  };

  // Focus the field that the refusal is about.
  useEffect(() => {
    if (place === null || purchase.state.kind !== 'editing' || purchase.state.problem === null) return;
    const { field } = place;
    if (field !== 'page' && field !== 'price') setWrong((before) => ({ field, round: (before?.round ?? 0) + 1 }));
  }, [place]);

  return {
    entry,
    change,
    isOnline,
    hasOddLink: link.hasOdd || coins.hasOddLink,
    cryptos,
    reloadCryptos: coins.reload,
    pairs,
    pair,
    digits,
    limits,
    amount,
    attendAmount: attend,
    quotes,
    refreshQuotes: refresh,
    quote,
    shownQuote: shownQuote(quotes, entry.payWayCode),
    isStale: !isOnline || isOld || quotes.prices === null,
    method,
    priceChange: { ...changed, before: agreement.quantity },
    isWaiting:
      pressing.isPressed ||
      cryptos.kind === 'loading' ||
      (quotes.prices === null && (quotes.past !== null || (wish !== null && quotes.failure === null))),
    unpaid,
    another: another.question,
    address: addressVerdict,
    addressText: address,
    memo: memoVerdict,
    memoText: memo,
    hasAgreed,
    agree,
    place,
    isStrict,
    wrong,
    purchase,
    press,
    isClosed:
      facts.visitors === 'closed' ||
      (place?.field === 'page' && place.what === 'closed') ||
      (cryptos.kind === 'failed' && isClosedBy(cryptos.error)),
  };
}

/** The latest problem: of the press, else of the prices. */
function usePlace({ state }: Purchasing, { failure }: QuotesState): ProblemPlace | null {
  const pressed = state.kind === 'editing' ? state.problem : null;
  const quoting = failure?.error instanceof ProblemError ? failure.error.problem : null;
  const problem = pressed ?? quoting;
  return useMemo(() => (problem === null ? null : problemPlace(problem)), [problem]);
}

function isClosedBy(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false;
  const place = problemPlace(error.problem);
  return place.field === 'page' && place.what === 'closed';
}
