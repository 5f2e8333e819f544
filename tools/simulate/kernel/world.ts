import type { Dice } from './dice.js';
import type { Faults } from './faults.js';
import type { Scheduler } from './scheduler.js';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON; the text itself where it is none. */
  readonly body: unknown;
}

/** A request, and what became of it; `status` null: no answer came. */
export interface Asked {
  readonly sentAt: number;
  readonly at: number;
  readonly request: Request;
  readonly status: number | null;
  readonly code: unknown;
  /** The order's, in an answer. */
  readonly merchantOrderNo: unknown;
}

/** A price that was shown to the buyer of an order. */
export interface Shown {
  readonly merchantOrderNo: string;
  readonly at: number;
  /** How much crypto, and how many per cent less are accepted. */
  readonly cryptoQuantity: string;
  readonly tolerancePercent: string;
}

/** What left the service, as its reader got it. */
export type Told =
  | {
      /** Of the stream of an order. */
      readonly kind: 'event';
      readonly at: number;
      readonly openedAt: number;
      readonly who: string;
      readonly body: unknown;
    }
  | {
      readonly kind: 'answer';
      readonly at: number;
      readonly sentAt: number;
      readonly who: string;
      readonly request: Request;
      readonly answer: Answer;
    }
  | {
      readonly kind: 'webhook';
      readonly at: number;
      readonly endpoint: string;
      readonly id: string;
      readonly body: unknown;
      readonly accepted: boolean;
    }
  | {
      readonly kind: 'feed';
      readonly at: number;
      readonly reader: string;
      readonly cursor: string | null;
      readonly answer: Answer;
    };

/** A log line of level warn or error, or one that names an event in `LOG_EVENTS`. */
export interface Logged {
  readonly at: number;
  readonly level: string;
  readonly event: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What all parts of a run share. */
export interface World {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly told: Told[];
  readonly logged: Logged[];
  readonly shown: Shown[];
  /** When the customer of an order first retried it, by its number. */
  readonly retried: Map<string, number>;
  /** Adds a line to the trace. */
  note(who: string, what: string): void;
  /**
   * Sends to a living replica. Resolves to null if no answer came within `patienceMs`: the replica died or the connection
   * was cut; the request may have been carried out. Adds answers to `told`.
   */
  request(who: string, request: Request, patienceMs?: number): Promise<Answer | null>;
  /** The same for an answer without a fixed end, whose parts arrive meanwhile; it is not added to `told`. */
  follow(who: string, request: Request, onPart: (text: string) => void): Promise<Answer | null>;
}
