declare module 'virtual:coin-icons' {
  export const tokens: Readonly<Record<string, string>>;
  /** Icon URLs by network, keyed by its canonical name. */
  export const networks: Readonly<Record<string, string>>;
}
