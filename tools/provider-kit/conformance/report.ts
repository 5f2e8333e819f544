/** Did the provider do what the contract says? `ok` null: it could not be checked, and `detail` says why. */
export interface Verdict {
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface ContractResult extends Verdict {
  readonly name: string;
}

/** What was seen of a point that the contract does not show. */
export interface Finding {
  /** For programs; null: not seen. */
  readonly value: string | number | readonly string[] | null;
  /** For people. */
  readonly detail: string;
  /** The line to put into the service's settings; null: none is needed, or there is none. */
  readonly setting: string | null;
}

export interface Observation extends Finding {
  readonly name: string;
}

/** Holds no secret, no token, no address of a payment page, and nothing personal: it is made to be handed around. */
export interface ConformanceReport {
  readonly baseUrl: string;
  /** When it was made; ISO 8601, UTC. */
  readonly at: string;
  readonly contract: readonly ContractResult[];
  readonly observations: readonly Observation[];
}
