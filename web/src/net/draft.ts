import { parsedObject, rememberedInTab, rememberInTab } from './storage.js';

const NAME = 'draft';

/** The content of the checkout form. Kept per tab, since two tabs are two purchases. */
export interface Draft {
  readonly fiat: string;
  readonly amountText: string;
  /** The page suggested it, and may replace it when the currency changes. */
  readonly isAmountSuggested: boolean;
  /** null: not chosen; the first pair for sale is used. */
  readonly pair: { readonly crypto: string; readonly network: string } | null;
  /** Empty: unknown. */
  readonly country: string;
  readonly payWayCode: string | null;
  readonly address: string;
  readonly memo: string;
}

interface Kept {
  /** The query of the page's URL: another link starts another purchase. */
  readonly search: string;
  readonly entry: Partial<Draft>;
}

export function keptDraft(search: string): Partial<Draft> | null {
  const kept = parsedObject(rememberedInTab(NAME)) as Kept | null;
  return kept?.search === search && typeof kept.entry === 'object' ? kept.entry : null;
}

export function keepDraft(search: string, entry: Draft): void {
  rememberInTab(NAME, JSON.stringify({ search, entry } satisfies Kept));
}

export function forgetDraft(): void {
  rememberInTab(NAME, null);
}
