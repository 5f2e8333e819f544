import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { PROJECT, startProgram } from '../../../test/support/programs.js';

export interface Outcome {
  readonly good: boolean;
  readonly scratch: string;
  readonly counts: Record<string, number>;
  readonly problems: Record<string, string[]>;
  readonly disturbed: {
    readonly calls: Record<string, Record<string, number>>;
    readonly callbacks: Record<string, number>;
  };
}

/** Runs a drill that must add up. */
export async function runDrill(args: readonly string[]): Promise<Outcome> {
  const { HA_PROGRAMS } = process.env;
  const env = HA_PROGRAMS === undefined ? {} : { HA_PROGRAMS };
  const drill = startProgram('drill', `${PROJECT}/tools/drill/main.mjs`, env, [...args, '--json']);
  try {
    const end = await drill.ended;
    expect(end, drill.output()).toBe(0);
    return outcomeOf(drill.output());
  } finally {
    if (drill.isRunning()) await drill.stop('SIGTERM', 30_000);
    const [, left] = /database and logs: (\S+)/.exec(drill.output()) ?? [];
    if (left !== undefined) rmSync(left, { recursive: true, force: true });
  }
}

/** The document stands between lines of progress. */
function outcomeOf(said: string): Outcome {
  const begin = said.indexOf('\n{\n');
  return JSON.parse(said.slice(begin, said.indexOf('\n}\n', begin) + 2)) as Outcome;
}
