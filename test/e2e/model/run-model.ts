import { beginRun } from './begin.js';
import type { Command } from './commands.js';
import { gatherFacts } from './facts.js';
import { accountingProblems } from './invariants/accounting.js';
import { beliefProblems } from './invariants/beliefs.js';
import { createProblems } from './invariants/creates.js';
import { momentProblems } from './invariants/fold.js';
import { payUrlProblems } from './invariants/pay-urls.js';
import { receiptProblems } from './invariants/receipts.js';
import { reviewProblems } from './invariants/review.js';
import { scheduleProblems } from './invariants/schedule.js';
import { secretProblems } from './invariants/secrets.js';
import { shownProblems } from './invariants/shown.js';
import type { ModelWorld } from './model-world.js';
import { perform } from './perform.js';
import { hintAll, settle } from './settle.js';
import type { Tally } from './tally.js';

/** Carries out the commands, lets everything settle, and looks whether all invariants hold. Throws what does not. */
export async function runModel(world: ModelWorld, commands: readonly Command[], tally: Tally): Promise<void> {
  const run = await beginRun(world);
  for (const [index, command] of commands.entries()) {
    await perform(run, command);
    const problems = [...run.problems.splice(0), ...(await momentProblems(run))];
    throwAny(`after command ${index + 1} (${JSON.stringify(command)})`, problems);
  }
  await settle(run);
  throwAny('settled, before anybody hinted', scheduleProblems(await gatherFacts(run)));
  await hintAll(run);
  const facts = await gatherFacts(run);
  tally.add(run, facts);
  throwAny('settled', [
    ...createProblems(facts),
    ...beliefProblems(facts),
    ...reviewProblems(facts),
    ...receiptProblems(run, facts),
    ...scheduleProblems(facts),
    ...(await momentProblems(run)),
    ...(await accountingProblems(run, facts)),
    ...(await shownProblems(run, facts)),
    ...payUrlProblems(run, facts),
    ...secretProblems(run, facts),
    ...run.problems.splice(0),
  ]);
}

function throwAny(when: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`${when}:\n  ${problems.join('\n  ')}`);
}
