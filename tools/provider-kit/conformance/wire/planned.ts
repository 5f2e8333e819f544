import type { RampRequest } from '../../../../src/ramp/wire/requests.js';

/** A deviation from the service's own call; each probes one question. */
type Odd =
  | { readonly kind: 'foreign_signature' | 'no_signature' }
  | { readonly kind: 'foreign_app'; readonly appId: string };

export interface Planned {
  readonly request: RampRequest;
  /** The access token to send; absent: none. */
  readonly token?: 'own' | 'foreign' | 'none';
  /** Milliseconds by which the timestamp is shifted; negative: into the past. */
  readonly shiftMs?: number;
  readonly odd?: Odd;
}
