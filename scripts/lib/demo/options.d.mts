/** See options.mjs. */
export interface DemoOptions {
  help: boolean;
  port: number;
  sandboxPort: number;
  data: string;
  fresh: boolean;
  callbacks: boolean;
  verbose: boolean;
}
export function parseDemoOptions(args: string[], project: string): DemoOptions;
