import type { Holder } from '../tokens.js';
import type { Call } from '../wire/call.js';
import type { World } from '../world.js';

/** An admitted call: its signature is right, and so is its access token where one is needed. */
export interface Admitted {
  readonly call: Call;
  /** Whose access token came with it; nobody in particular where none is needed. */
  readonly holder: Holder;
  /** To be told of the order that the call made or found. */
  readonly noteOrder: (orderNo: string) => void;
  /** The data is to go without the envelope. */
  readonly answerBare: () => void;
}

export interface Endpoint {
  readonly name: 'create' | 'query' | 'quote' | 'list' | 'token';
  readonly method: 'GET' | 'POST';
  /** After the prefix that all paths share. */
  readonly path: string;
  readonly needs: 'signature' | 'signature and access token' | 'what the switches of tokens say';
  /** Gives the data of a success; throws a `Refusal` otherwise. */
  readonly act: (world: World, admitted: Admitted) => unknown;
}
