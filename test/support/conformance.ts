import { execFile } from 'node:child_process';
import { builtProgram } from './programs.js';
import { CREDENTIALS } from './sandbox-client.js';

export interface SeenPoint {
  readonly name: string;
  readonly value: string | number | readonly string[] | null;
  readonly detail: string;
  readonly setting: string | null;
}

export interface ConformanceDocument {
  readonly baseUrl: string;
  readonly at: string;
  readonly contract: readonly { readonly name: string; readonly ok: boolean | null; readonly detail: string }[];
  readonly observations: readonly SeenPoint[];
}

export interface ConformanceRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Lets the program into a sandbox of the tests. */
export const CONFORMANCE_ENV: Readonly<Record<string, string>> = {
  RAMP_APP_ID: CREDENTIALS.appId,
  RAMP_APP_SECRET: CREDENTIALS.appSecret,
  RAMP_ACCESS_TOKEN: CREDENTIALS.accessToken,
};

/** Lets a run create orders. */
export const CREATE = [
  '--create',
  '--crypto',
  'USDT',
  '--network',
  'ETH',
  '--address',
  '0x52908400098527886E0F7030069857D2E4169EE7',
];

/** Runs the built program with only this environment. */
export function runConformance(args: readonly string[], env = CONFORMANCE_ENV): Promise<ConformanceRun> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('tools/provider-kit/conformance/main.js'), ...args],
      { env: { PATH: process.env['PATH'] ?? '', ...env }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

/** Runs against a provider and returns its JSON report. Fast, since the provider is local. */
export async function conformance(
  url: string,
  args: readonly string[] = [],
  env = CONFORMANCE_ENV,
): Promise<ConformanceRun & { readonly document: ConformanceDocument; readonly report: Report }> {
  const run = await runConformance(['--base-url', url, '--rps', '999', '--json', ...args], env);
  if (run.stdout === '') throw new Error(`conformance ended with ${run.code}:\n${run.stderr}`);
  const document = JSON.parse(run.stdout) as ConformanceDocument;
  return { ...run, document, report: new Report(document) };
}

export class Report {
  constructor(readonly document: ConformanceDocument) {}

  get failed(): string[] {
    return this.document.contract.filter(({ ok }) => ok === false).map(({ name }) => name);
  }

  point(name: string): ConformanceDocument['contract'][number] {
    const found = this.document.contract.find((point) => point.name === name);
    if (found === undefined) throw new Error(`the report has no point "${name}"`);
    return found;
  }

  seen(name: string): SeenPoint {
    const found = this.document.observations.find((point) => point.name === name);
    if (found === undefined) throw new Error(`the report has no observation "${name}"`);
    return found;
  }

  get settings(): string[] {
    return this.document.observations.flatMap(({ setting }) => setting ?? []);
  }
}
