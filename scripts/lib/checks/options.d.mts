/** See options.mjs. */
export function parseCheckOptions(args: string[]): {
  help: boolean;
  bail: boolean;
  verbose: boolean;
  checks: { name: string }[];
};
