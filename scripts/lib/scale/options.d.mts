export interface ScaleOptions {
  readonly help: boolean;
  readonly orders: readonly number[];
  readonly rate: number;
  readonly seed: number;
}
export const HELP: string;
export function parseScaleOptions(args: readonly string[]): ScaleOptions;
