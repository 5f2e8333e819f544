import type { AddressFamily } from './addresses/address-family.js';

/** The operator's settings for networks, keyed by `networkKey`. */
export interface NetworkSettings {
  /** Overrides the catalog's table; null: addresses of this network are not checked. */
  readonly families: ReadonlyMap<string, AddressFamily | null>;
  readonly memoRequired: readonly string[];
}
