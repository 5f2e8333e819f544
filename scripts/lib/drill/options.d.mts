/** See options.mjs. */
export interface DrillOptions {
  help: boolean;
  checkouts: number;
  replicas: number;
  kills: number;
  crashes: number;
  clients: number;
  seed: number;
  json: boolean;
  keep: boolean;
}
export const HELP: string;
export function parseDrillOptions(args: string[], chance: () => number): DrillOptions;
