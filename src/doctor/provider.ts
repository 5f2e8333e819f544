import type { RampResult } from '../ramp/ramp.errors.js';
import type { CryptoPair, Quote, QuoteRequest } from '../ramp/ramp.types.js';

/** One signed call to the provider, and when it was sent and answered by this machine's clock. */
export interface Trial<T> {
  /** How the request was signed, as `RAMP_SIGNATURE` names it. */
  readonly signature: string;
  readonly result: RampResult<T>;
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

/** The provider as the doctor sees it: calls that change nothing there. */
export interface Provider {
  /** Lists the pairs for `fiat`; `signature`: another scheme than the configured one. */
  list(fiat: string, signature?: string): Promise<Trial<readonly CryptoPair[]>>;
  quote(request: QuoteRequest): Promise<Trial<readonly Quote[]>>;
}
