/** The service's own decisions. */
export interface Decisions {
  readonly nextLook: unknown;
  readonly isSettledStatus: unknown;
  readonly shares: unknown;
}
export interface Outcome {
  readonly questions: number;
  readonly share: number;
  readonly late: ReadonlyMap<string, readonly number[]>;
}
export interface Given {
  readonly ordersADay: number;
  readonly rate: number;
  readonly callbacks: boolean;
  readonly seed: number;
}
export function simulate(given: Given, decisions: Decisions): Outcome;
