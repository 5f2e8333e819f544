import { builtProgram, startProgram } from '../../../test/support/programs.js';

/** The output of `npm run simulate` with these arguments. */
export async function simulate(args: readonly string[]): Promise<string> {
  const program = startProgram('simulate', builtProgram('../build/tools/simulate/main.js'), {}, args);
  await program.ended;
  return program.output();
}

export const traceOf = (output: string): string | undefined => /last trace (\w+)/.exec(output)?.[1];
