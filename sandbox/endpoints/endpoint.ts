import type { Holder } from '../tokens.js';
import type { Call } from '../wire/call.js';
import type { World } from '../world.js';

/** A call whose signature, and access token if needed, have been verified. */
export interface Admitted {
  readonly call: Call;
  /** Owner of the access token; empty if none was needed. */
  readonly holder: Holder;
  /** Reports the order that the call created or found. */
  readonly noteOrder: (orderNo: string) => void;
  /** Sends the data without the envelope. */
  readonly answerBare: () => void;
}

export interface Endpoint {
  readonly name: 'create' | 'query' | 'quote' | 'list' | 'token';
  readonly method: 'GET' | 'POST';
  /** Path after the common prefix. */
  readonly path: string;
  readonly needs: 'signature' | 'signature and access token' | 'what the switches of tokens say';
  /** Returns the data of a success; throws a `Refusal`. */
  readonly act: (world: World, admitted: Admitted) => unknown;
}
