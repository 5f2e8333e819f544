import { helpText } from './settings/help.js';
import { startSandbox } from './start.js';

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpText());
    return;
  }
  const sandbox = await startSandbox(process.env, (line) => {
    process.stdout.write(`${line}\n`);
  });
  process.stdout.write(`sandbox listening on ${sandbox.url}\n`);

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
