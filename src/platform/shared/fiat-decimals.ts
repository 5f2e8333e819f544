/** Number of decimals by currency, where the provider differs from ISO 4217. */
export type FiatDecimals = Readonly<Record<string, number>>;
