export interface Step {
  readonly at: number;
  readonly status: string;
}
export function lifeOf(madeAt: number, chance: () => number): Step[];
export function chances(seed: number): () => number;
