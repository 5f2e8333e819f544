import type { RampRequest } from '../../../../src/ramp/wire/requests.js';

/** How a call departs from the one that the service would make; each departure is about one question. */
export type Odd =
  | { readonly kind: 'foreign_signature' | 'no_signature' | 'capital_headers' }
  | { readonly kind: 'foreign_app'; readonly appId: string }
  /** Put behind the address after it was signed. */
  | { readonly kind: 'added_query'; readonly query: string };

/** One call to make. */
export interface Planned {
  readonly request: RampRequest;
  /** Which access token goes with it; without this, none. */
  readonly token?: 'own' | 'foreign' | 'none';
  /** Milliseconds by which its timestamp is off; negative: it is older. */
  readonly shiftMs?: number;
  /** With the very timestamp of the first call that was accepted. */
  readonly sameStamp?: true;
  readonly odd?: Odd;
}
