import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Crypto } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { decimalMarkOf, readAmount } from './rules/amount-text.js';
import type { Entry } from './rules/entry.js';
import { judgeAmount, NO_LIMITS, suggestedAmount, tightest } from './rules/limits.js';
import type { AmountVerdict, Limits } from './rules/limits.js';
import { limitsOf } from './rules/pairs.js';
import { shopTerms } from './shop-terms.js';

interface Amount {
  /** Decimals of the currency. */
  readonly digits: number;
  readonly limits: Limits;
  readonly verdict: AmountVerdict;
  /** Adds limits from the service for the current coin and currency. */
  readonly learn: (limits: Limits) => void;
  /** Focus state of the field: a focused field gets no suggestion, which would mix with the visitor's input. */
  readonly attend: (isThere: boolean) => void;
}

/** Checks the amount against the limits. Until the visitor enters one, `fill` suggests one within them. */
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
  const digits = facts.fiatDigits[entry.fiat] ?? 2;

  const suggestion = pair === undefined ? null : suggestedAmount(limits);
  // A ref, not state: a key may be pressed before the next render.
  const isThere = useRef(false);
  const [departures, setDepartures] = useState(0);
  // Before the form is painted without it.
  useLayoutEffect(() => {
    if (!entry.isAmountSuggested || suggestion === null || isThere.current) return;
    fill((now) => (now.isAmountSuggested ? { ...now, amountText: format.decimal(suggestion) } : now));
  }, [suggestion, entry.isAmountSuggested, format, departures]);

  const decimalMark = useMemo(() => decimalMarkOf(tag), [tag]);
  // The shop's amount is plain decimal text and independent of the visitor's format.
  const read =
    shopTerms.amount === undefined
      ? readAmount(entry.amountText, { decimalMark, digits })
      : ({ kind: 'amount', amount: shopTerms.amount } as const);
  return {
    digits,
    limits,
    verdict: judgeAmount(read, digits, limits),
    learn: (added) => setLearned({ key, limits: added }),
    attend: (isNow) => {
      isThere.current = isNow;
      if (!isNow) setDepartures((count) => count + 1);
    },
  };
}
