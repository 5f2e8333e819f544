import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../programs.js';

const LINTER = join(PROJECT, 'node_modules/@redocly/cli/bin/cli.js');

/** The linter's errors and warnings. Keeps it off the network. */
export function lint(file: string): Promise<string[]> {
  const command = [LINTER, 'lint', '--extends=recommended', '--format=json', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      try {
        const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
        resolve(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`));
      } catch {
        reject(error ?? new Error(`the linter said nothing that can be read: ${stdout.slice(0, 500)}`));
      }
    });
  });
}
