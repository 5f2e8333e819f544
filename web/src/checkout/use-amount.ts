import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Crypto } from '#client/src/index.js';
import { fiatDigits } from '#src/catalog/rules/fiat-precision.js';
import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { decimalMarkOf, readAmount } from './rules/amount-text.js';
import type { Entry } from './rules/entry.js';
import { judgeAmount, NO_LIMITS, suggestedAmount, tightest } from './rules/limits.js';
import type { AmountVerdict, Limits } from './rules/limits.js';
import { limitsOf } from './rules/pairs.js';
import { shopTerms } from './shop-terms.js';

interface Amount {
  /** How many decimals the currency has. */
  readonly digits: number;
  readonly limits: Limits;
  readonly verdict: AmountVerdict;
  /** The service told limits of what is being bought: they hold as well, until something else is bought. */
  readonly learn: (limits: Limits) => void;
  /** Somebody is at the field, or has left it: nothing is put in under a cursor, where it would mix with what is typed. */
  readonly attend: (isThere: boolean) => void;
}

/** The amount as it was typed, held against its limits; where nobody types one, `fill` puts in one that suits them. */
export function useAmount(
  entry: Entry,
  pair: Crypto | undefined,
  fill: (change: (now: Entry) => Entry) => void,
): Amount {
  const { format, tag } = useI18n();
  const [learned, setLearned] = useState<{ readonly key: string; readonly limits: Limits } | null>(null);
  const key = JSON.stringify([entry.fiat, pair?.crypto, pair?.network]);
  const own = pair === undefined ? NO_LIMITS : limitsOf(pair);
  const limits = learned?.key === key ? tightest(own, learned.limits) : own;
  const digits = fiatDigits(entry.fiat, facts.fiatDecimals) ?? 2;

  const suggestion = pair === undefined ? null : suggestedAmount(limits);
  // Known at once, not with the next picture of the page: a key may be pressed before that.
  const isThere = useRef(false);
  const [departures, setDepartures] = useState(0);
  useEffect(() => {
    if (!entry.isAmountSuggested || suggestion === null || isThere.current) return;
    fill((now) => (now.isAmountSuggested ? { ...now, amountText: format.decimal(suggestion) } : now));
  }, [suggestion, entry.isAmountSuggested, format, departures]);

  const decimalMark = useMemo(() => decimalMarkOf(tag), [tag]);
  // What the shop has set is plain decimal text, however amounts are written where the visitor lives.
  const read =
    shopTerms.amount === undefined
      ? readAmount(entry.amountText, { decimalMark, digits })
      : ({ kind: 'amount', amount: shopTerms.amount } as const);
  return {
    digits,
    limits,
    verdict: judgeAmount(read, digits, limits),
    learn: (told) => setLearned({ key, limits: told }),
    attend: (isNow) => {
      isThere.current = isNow;
      if (!isNow) setDepartures((count) => count + 1);
    },
  };
}
