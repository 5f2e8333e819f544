/** Does the provider follow the contract? `ok` null: not checked; `detail` says why. */
export interface Verdict {
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface ContractResult extends Verdict {
  readonly name: string;
}

/** An observation on a point that the contract leaves open. */
export interface ReportFinding {
  /** For programs; null: not observed. */
  readonly value: string | number | readonly string[] | null;
  readonly detail: string;
  /** The line for the service's settings; null: none is needed or exists. */
  readonly setting: string | null;
}

export interface Observation extends ReportFinding {
  readonly name: string;
}

/** Holds no secret, token, payment page or personal data: people share it. */
export interface ConformanceReport {
  readonly baseUrl: string;
  readonly at: string;
  readonly contract: readonly ContractResult[];
  readonly observations: readonly Observation[];
}
