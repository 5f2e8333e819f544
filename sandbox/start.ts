import { createSandbox } from './sandbox.js';
import type { Sandbox } from './sandbox.js';
import { readSettings } from './settings/read-settings.js';

/** A sandbox that listens, and where. Throws when `environment` is not right; `log` takes a line for each request. */
export async function startSandbox(
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<Sandbox & { readonly url: string }> {
  const sandbox = createSandbox({ ...readSettings(environment), log });
  return { ...sandbox, url: await sandbox.start() };
}
