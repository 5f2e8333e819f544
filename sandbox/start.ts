import { createSandbox } from './sandbox.js';
import type { Sandbox } from './sandbox.js';
import { readSettings } from './settings/read-settings.js';

/** Starts a sandbox from the environment. Throws on invalid settings; `log` receives a line per request. */
export async function startSandbox(
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Sandbox & { readonly url: string }> {
  const sandbox = createSandbox({ ...readSettings(environment), log });
  return { ...sandbox, url: await sandbox.start() };
}
