declare module 'virtual:coin-icons' {
  /** Icon URLs by crypto. */
  export const tokens: Readonly<Record<string, string>>;
  /** Icon URLs by network, keyed by `networkKey`. */
  export const networks: Readonly<Record<string, string>>;
}
