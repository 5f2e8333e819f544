import { useEffect, useMemo, useState } from 'preact/hooks';
import { ProblemError } from '#client/src/index.js';
import type { Crypto, Quote } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { keepDraft, keptDraft, lastChoice } from './memory.js';
import type { AddressVerdict, MemoVerdict } from './rules/destination.js';
import { firstEntry, offeredCountries } from './rules/entry.js';
import type { Entry } from './rules/entry.js';
import type { AmountVerdict, Limits } from './rules/limits.js';
import { NO_WISH, readLink } from './rules/link.js';
import type { Link } from './rules/link.js';
import { priceChange } from './rules/price-change.js';
import type { PriceChange } from './rules/price-change.js';
import { problemPlace } from './rules/problem-place.js';
import type { ProblemPlace } from './rules/problem-place.js';
import { checkoutRequest } from './rules/purchase.js';
import { chosenQuote } from './rules/quotes-state.js';
import type { QuotesState } from './rules/quotes-state.js';
import { shopTerms, signedLink } from './shop-terms.js';
import { useAmount } from './use-amount.js';
import { useCoins } from './use-coins.js';
import type { CryptosState } from './use-cryptos.js';
import { useDestination } from './use-destination.js';
import { useOnline } from './use-online.js';
import { useAgreement, usePress } from './use-press.js';
import { usePurchase } from './use-purchase.js';
import type { Purchasing } from './use-purchase.js';
import { useQuotes } from './use-quotes.js';

/** The fields in the order in which they are filled in; the first wrong one gets the focus. */
type FieldName = 'amount' | 'coin' | 'country' | 'method' | 'address' | 'memo';

/** Everything that the page shows, and what can be done on it. */
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
  /** Somebody is at the amount's field, or has left it. */
  readonly attendAmount: (isThere: boolean) => void;
  readonly quotes: QuotesState;
  readonly refreshQuotes: () => void;
  readonly quote: Quote | undefined;
  /** The payment method to go on with, priced or not; null: none was shown yet. */
  readonly method: string | null;
  /** What became of the price since the visitor agreed to it, and the quantity of then. */
  readonly priceChange: PriceChange & { readonly before: string | null };
  /** null: the rules are not there yet. */
  readonly address: AddressVerdict | null;
  readonly memo: MemoVerdict;
  /** The memo that is sent; empty: none. */
  readonly memoText: string;
  /** What the service said of the last press, or of these prices. */
  readonly place: ProblemPlace | null;
  /** The visitor pressed, and something is missing. */
  readonly isStrict: boolean;
  /** Names the first wrong field each time that somebody presses. */
  readonly wrong: { readonly field: FieldName; readonly round: number } | null;
  readonly purchase: Purchasing;
  readonly press: () => void;
  /** The button was pressed, and waits for newer prices. */
  readonly isPressed: boolean;
  readonly isClosed: boolean;
}

const COUNTRIES = offeredCountries(facts.countries);

/** Beside a signed link nothing else fills anything in. */
function linkOf(search: string): Link {
  if (signedLink !== null) return { wish: NO_WISH, hasOdd: false };
  return readLink(search, { fiats: facts.fiats, countries: COUNTRIES });
}

export function useCheckout(): CheckoutModel {
  const isOnline = useOnline();
  const purchase = usePurchase();
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
  useEffect(() => keepDraft(location.search, entry), [entry]);
  const [isStrict, setStrict] = useState(false);
  const [wrong, setWrong] = useState<CheckoutModel['wrong']>(null);

  const coins = useCoins(entry, link.wish, isOnline, setEntry);
  const { cryptos, pairs, pair } = coins;
  const { digits, limits, verdict: amount, learn, attend } = useAmount(entry, pair, setEntry);
  const { address, addressVerdict, memo, memoVerdict } = useDestination(entry, pair, pairs);

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
  const { quotes, refresh, replace } = useQuotes(wish, isOnline, !isEditing);
  const method = entry.payWayCode ?? quotes.firstMethod;
  const quote = quotes.prices === null ? undefined : chosenQuote(quotes.prices, method);

  const agreement = useAgreement(JSON.stringify([wish, quote?.payWayCode]), quote?.cryptoQuantity ?? null);
  const changed = priceChange(agreement.quantity, quote?.cryptoQuantity ?? null);
  const place = usePlace(purchase, quotes);
  useEffect(() => {
    if (place === null) return;
    if (place.field === 'amount' && place.what === 'range') learn(place.limits);
    if (place.field === 'price') {
      // Shown at once; what the other methods give has moved as well.
      if (place.quote !== null)
        replace({ ...place.quote, payWayCode: place.quote.payWayCode ?? quote?.payWayCode ?? null });
      refresh();
    }
  }, [place]);

  const firstWrong = (): FieldName | null => {
    if (pair === undefined) return 'coin';
    if (amount.kind !== 'ok') return 'amount';
    if (entry.country === '') return 'country';
    if (quote === undefined) return 'method';
    if (address === '' || addressVerdict?.kind === 'invalid') return 'address';
    return memoVerdict === 'ok' ? null : 'memo';
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
  const decided = JSON.stringify([wish, address, memo]);
  const pressing = usePress({ wish: decided, quotes, quote, refresh, goOn });

  const press = (): void => {
    const field = firstWrong();
    if (field === null) {
      pressing.press();
      return;
    }
    setStrict(true);
    setWrong((before) => ({ field, round: (before?.round ?? 0) + 1 }));
  };

  // Refused at the press: to the field that it is about.
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
    method,
    priceChange: { ...changed, before: agreement.quantity },
    isPressed: pressing.isPressed,
    address: addressVerdict,
    memo: memoVerdict,
    memoText: memo,
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

/** What was said last of what is entered: of the press, else of the prices. */
function usePlace({ state }: Purchasing, { failure }: QuotesState): ProblemPlace | null {
  const pressed = state.kind === 'editing' ? state.problem : null;
  const asked = failure?.error instanceof ProblemError ? failure.error.problem : null;
  const problem = pressed ?? asked;
  return useMemo(() => (problem === null ? null : problemPlace(problem)), [problem]);
}

function isClosedBy(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false;
  const place = problemPlace(error.problem);
  return place.field === 'page' && place.what === 'closed';
}
