import type { Secret } from '../../platform/shared/secret.js';

/** A guest, as far as one can be told from another. */
export interface Guest {
  /** See `widerBlock`. */
  readonly block: string;
  /** The network address, for the verifier of challenges alone. */
  readonly address: string;
  /** From `X-Challenge-Response`; null: none was sent. */
  readonly challengeResponse: Secret | null;
}
