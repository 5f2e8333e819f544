/** See options.mjs. */
export const HELP: string;
export function parseClientOptions(args: readonly string[]): { help: boolean; check: boolean };
