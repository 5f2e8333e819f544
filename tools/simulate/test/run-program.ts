import { join } from 'node:path';
import { builtProgram, PROJECT, startProgram } from '../../../test/support/programs.js';

/** The output of `npm run simulate` with these arguments. */
export async function simulate(args: readonly string[]): Promise<string> {
  const program = startProgram('simulate', builtProgram('../build/tools/simulate/main.js'), {}, args);
  await program.ended;
  return program.output();
}

/** The output of `npm run simulate:planted` with these arguments. */
export async function planted(args: readonly string[]): Promise<string> {
  const program = startProgram('planted', join(PROJECT, 'tools/simulate/planted/main.mjs'), { NO_COLOR: '1' }, args);
  await program.ended;
  return program.output();
}

export const traceOf = (output: string): string | undefined => /last trace (\w+)/.exec(output)?.[1];
