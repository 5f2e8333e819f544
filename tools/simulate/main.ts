import { appendFile, readFile } from 'node:fs/promises';
import { print, runProgram } from '../../src/cli/lib/program.js';
import { Machine } from './machine.js';
import { HELP, readOptions } from './options.js';
import { planOf } from './plan.js';
import type { Plan } from './plan.js';
import { run } from './run.js';
import type { Outcome } from './run.js';
import { shrink } from './shrink.js';
import { commandOf, storyOf } from './story.js';

const PROGRESS_EVERY = 25;

/** Small: each start of the program runs it. */
const WARM_UP = { orders: 8, days: 1, replicas: 1 };

void runProgram(HELP, async (args) => {
  const { seeds, done, given, trace, quick } = readOptions(args);
  const passed = new Set(done === null ? [] : await linesOf(done));
  const machine = await preparedMachine();
  const sums = new Sums();
  for (let seed = seeds[0]; seed <= seeds[1]; seed++) {
    if (passed.has(String(seed))) continue;
    const outcome = await run(planOf(seed, given), machine, { keepsTrace: trace });
    sums.add(outcome);
    if (trace) await print(`${storyOf(outcome.trace.happenings, true)}\n`);
    if (outcome.problems.length > 0) {
      await print(quick ? `${problemsOf(outcome)}\n` : await reportOf(outcome, machine));
      return 1;
    }
    if (done !== null) await appendFile(done, `${seed}\n`);
    if (sums.seeds % PROGRESS_EVERY === 0) process.stderr.write(`${sums.text()}\n`);
  }
  await print(`${sums.text()}; every invariant held\n`);
  return 0;
});

/** Runs one seed first, so that the statements of all others are parsed and planned. */
async function preparedMachine(): Promise<Machine> {
  const machine = await Machine.start();
  await run(planOf(0, WARM_UP), machine);
  await machine.postgres.prepare();
  return machine;
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
}

const problemsOf = ({ plan: { seed }, problems }: Outcome): string =>
  [`seed ${seed} failed:`, ...problems].join('\n  ');

/** Finds the smallest plan that still fails, and tells its last events. */
async function reportOf(outcome: Outcome, machine: Machine): Promise<string> {
  process.stderr.write(`${problemsOf(outcome)}\nshrinking …\n`);
  const fails = async (plan: Plan): Promise<boolean> => (await run(plan, machine)).problems.length > 0;
  const smallest = await shrink(outcome.plan, fails);
  const { trace, problems } = await run(smallest, machine, { keepsTrace: true, isExact: true });
  return [
    problemsOf(outcome),
    storyOf(trace.happenings),
    `broken: ${problems.join('\n  ')}`,
    `again: ${commandOf(smallest)} --trace\n`,
  ].join('\n\n');
}

class Sums {
  readonly #begunAt = process.cpuUsage();
  readonly #struck = new Map<string, number>();
  seeds = 0;
  #orders = 0;
  #days = 0;
  #events = 0;
  #statements = 0;
  #sharing = 0;
  #digest = '';

  add({ plan, events, statements, sharing, struck, trace }: Outcome): void {
    this.seeds += 1;
    this.#orders += plan.orders - plan.without.length;
    this.#days += plan.days;
    this.#events += events;
    this.#statements += statements;
    this.#sharing += sharing;
    this.#digest = trace.digest();
    for (const [fault, times] of struck) this.#struck.set(fault, (this.#struck.get(fault) ?? 0) + times);
  }

  text(): string {
    const { user, system } = process.cpuUsage(this.#begunAt);
    const faults = [...this.#struck.values()].reduce((sum, times) => sum + times, 0);
    return (
      `${this.seeds} seeds, ${this.#orders} orders, ${this.#days} virtual days, ${this.#events} events, ` +
      `${this.#statements} statements, commits of ${this.#sharing} more, ${faults} faults of ${this.#struck.size} kinds, ` +
      `${Math.round((user + system) / 1e6)} s of CPU; last trace ${this.#digest}`
    );
  }
}
