import { createSandbox } from './sandbox.js';
import { helpText } from './settings/help.js';
import { readSettings } from './settings/read-settings.js';

/** Runs the sandbox until it is told to stop. */
async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpText());
    return;
  }
  const sandbox = createSandbox({
    ...readSettings(process.env),
    log: (line) => {
      process.stdout.write(`${line}\n`);
    },
  });
  const address = await sandbox.start();
  process.stdout.write(`sandbox listening on ${address}\n`);

  const stop = (): void => {
    // exit: a callback's idle connection would keep the process alive for seconds.
    void sandbox.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
});

function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'the sandbox could not start';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return 'SANDBOX_PORT is taken: stop what listens there, or set another port (0 takes a free one)';
  }
  return error.message;
}
