/** By currency: how many decimals the provider's amounts have where they are not those of ISO 4217. */
export type FiatDecimals = Readonly<Record<string, number>>;
