declare module 'virtual:coin-icons' {
  /** Addresses of pictures by the name of the crypto. */
  export const tokens: Readonly<Record<string, string>>;
  /** The same by the name of the network, in its canonical form. */
  export const networks: Readonly<Record<string, string>>;
}
