import type { WireAnswer } from '../../../../src/ramp/wire/wire.js';

export interface Answered {
  readonly kind: 'answered';
  readonly answer: WireAnswer;
  /** From opening the connection to the last byte. */
  readonly milliseconds: number;
  /** By our clock: milliseconds since 1970, halfway between the request and the last byte of its answer. */
  readonly midway: number;
}

/** The request may have been sent; no complete answer came back. */
export interface Unanswered {
  readonly kind: 'unanswered';
  /** A code such as ECONNREFUSED; quotes nothing of the answer. */
  readonly detail: string;
}

export interface NotAsked {
  readonly kind: 'not_asked';
  readonly why: string;
}

export type Exchange = Answered | Unanswered | NotAsked;

export function notAsked(why: string): NotAsked {
  return { kind: 'not_asked', why };
}
