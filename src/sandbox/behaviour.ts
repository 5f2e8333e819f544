import type { CallbackForm } from './callbacks/callback-form.js';
import type { SandboxSettings } from './settings/settings.js';

/**
 * What a query of an order that does not exist answers: success with null or with empty data, HTTP 404 with a web page,
 * or a refusal, whose text is always the same or quotes the number that was asked for.
 */
export const UNKNOWN_ORDER_ANSWERS = [
  'null-data',
  'empty-object',
  'not-found-404',
  'refusal',
  'refusal-with-number',
] as const;

/** Whose clock a request's timestamp is held against: the sandbox's own, or the machine's, which nobody moves. */
export const STAMP_CLOCKS = ['virtual', 'machine'] as const;

/** How the provider behaves where its contract leaves it open; tests switch these while it runs. */
export interface Behaviour {
  paceMs: number;
  callbacks: boolean;
  /** Milliseconds before each further attempt to deliver a callback; none means that it is sent once. */
  callbackRetries: readonly number[];
  callbackForm: CallbackForm;
  /** HTTP status of refusals. */
  refusalHttpStatus: number;
  unknownOrder: (typeof UNKNOWN_ORDER_ANSWERS)[number];
  /** returnCode of the refusals among these answers. */
  unknownOrderCode: string;
  stamps: (typeof STAMP_CLOCKS)[number];
}

export function initialBehaviour({ paceMs, callbacks, callbackForm }: SandboxSettings): Behaviour {
  return {
    paceMs,
    callbacks,
    callbackRetries: [],
    callbackForm,
    refusalHttpStatus: 200,
    unknownOrder: 'null-data',
    unknownOrderCode: '1006',
    stamps: 'virtual',
  };
}
