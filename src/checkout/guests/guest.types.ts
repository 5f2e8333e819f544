import type { Secret } from '../../platform/callers/secret.js';

export interface Guest {
  readonly block: string;
  /** The network address; used for the verifier only. */
  readonly address: string;
  /** From `X-Challenge-Response`; null: none was sent. */
  readonly challengeResponse: Secret | null;
}
