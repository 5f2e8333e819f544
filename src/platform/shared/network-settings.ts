import type { AddressFamily } from './addresses/address-family.js';

/** What the operator decided about networks, by their canonical names. */
export interface NetworkSettings {
  /** What the operator knows better than the table of the catalog; null: addresses of this network are not checked. */
  readonly families: ReadonlyMap<string, AddressFamily | null>;
  /** Networks on which a checkout without memo is refused. */
  readonly memoRequired: readonly string[];
}
