import { readSettings } from '../../src/platform/config/environment.js';
import type { Timer } from '../../src/platform/time/time.js';
import { Callers, settingsOf } from './callers/callers.js';
import type { SimulatedPostgres } from './database/simulated-postgres.js';
import { Invariants } from './invariants/invariants.js';
import { Dice } from './kernel/dice.js';
import { Faults } from './kernel/faults.js';
import { SimulatedChance, SimulatedLogger, SimulatedTime } from './kernel/ports.js';
import { Process } from './kernel/process.js';
import { Scheduler } from './kernel/scheduler.js';
import { SimulatedStatements } from './kernel/simulated-statements.js';
import type { Server } from './kernel/simulated-statements.js';
import { Trace } from './kernel/trace.js';
import type { Answer, Logged, Request, Told, World } from './kernel/world.js';
import { Provider } from './provider/provider.js';
import { SimulatedTransport } from './provider/simulated-transport.js';
import { intensityOf } from './plan.js';
import type { Plan } from './plan.js';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** Any moment; virtual time begins there. */
const BEGINNING = Date.UTC(2027, 0, 4);
/** Long enough for every expiry, backoff and retry of the settings in use. */
const SETTLING_DAYS = 30;
/** Events between two looks at the whole database. */
const SWEEP_EVERY = 150;

/** A replica is started anew after its death within this time. */
const LONGEST_ABSENCE_MS = 120 * SECOND;

export interface Outcome {
  readonly plan: Plan;
  /** Empty if every invariant held. */
  readonly problems: readonly string[];
  readonly trace: Trace;
  readonly events: number;
  readonly statements: number;
  readonly struck: ReadonlyMap<string, number>;
}

interface RunOptions {
  readonly postgres: SimulatedPostgres;
  readonly keepsTrace?: boolean;
  /** Look at the whole database after every event, to name the first that broke an invariant. */
  readonly isExact?: boolean;
}

/** Runs a plan to its end, or to the first broken invariant. */
export async function run(plan: Plan, { postgres, keepsTrace = false, isExact = false }: RunOptions): Promise<Outcome> {
  const trace = new Trace(keepsTrace);
  await postgres.reset();
  const one = new Run(plan, postgres, trace, isExact ? 1 : SWEEP_EVERY);
  const problems = await one.run();
  const { scheduler, faults, statements } = one;
  return { plan, problems, trace, events: scheduler.events, statements, struck: faults.struck };
}

class Run implements World, Server {
  readonly dice: Dice;
  readonly faults: Faults;
  readonly scheduler = new Scheduler(BEGINNING);
  readonly told: Told[] = [];
  readonly logged: Logged[] = [];
  readonly lostCommitsAt: number[] = [];
  generation = 0;
  statements = 0;
  #clockShiftMs = 0;
  readonly #provider: Provider;
  readonly #callers: Callers;
  readonly #invariants: Invariants;
  #processes: Process[] = [];
  #isRotated = false;

  constructor(
    private readonly plan: Plan,
    readonly postgres: SimulatedPostgres,
    private readonly trace: Trace,
    private readonly sweepEvery: number,
  ) {
    this.dice = new Dice(`seed ${plan.seed}`);
    this.faults = new Faults(this.dice.fork('faults'), plan.faults, intensityOf(plan));
    this.#provider = new Provider(this, (url, headers, body) => this.#callback(url, headers, body));
    this.#callers = new Callers(this, this.#provider, plan);
    this.#invariants = new Invariants(this, this.#provider, this.#callers);
  }

  async run(): Promise<string[]> {
    const { scheduler, plan } = this;
    this.postgres.useClock(() => scheduler.now + this.#clockShiftMs);
    for (let index = 1; index <= plan.replicas; index++) await this.#start(`replica ${index}`);
    this.#callers.begin();
    const broken = await this.#runFor(plan.days * DAY);
    if (broken.length > 0) return broken;
    this.faults.isOver = true;
    this.#provider.calm();
    this.#callers.calm();
    return [...(await this.#runFor(SETTLING_DAYS * DAY)), ...(await this.#invariants.atTheEnd(this.postgres))];
  }

  note(who: string, what: string): void {
    this.trace.add(this.scheduler.now, who, what);
  }

  async request(who: string, request: Request, patienceMs = 60 * SECOND): Promise<Answer | null> {
    const { scheduler } = this;
    const sentAt = scheduler.now;
    const isCut = this.faults.strikes('request_cut');
    const name = `${request.method} ${request.path}`;
    const serving = this.#processes.filter((process) => process.isServing);
    if (serving.length === 0) {
      this.note(who, `${name}: no replica`);
      return null;
    }
    const process = this.dice.pick(serving);
    return new Promise((resolve) => {
      const patience = scheduler.after(patienceMs, () => {
        this.note(who, `${name}: no answer`);
        resolve(null);
      });
      const arrive = async (): Promise<void> => {
        if (!process.isServing) return;
        this.note(who, `${name} at ${process.name}`);
        const answer = await process.request(request);
        scheduler.after(isCut ? patienceMs : this.#latencyMs(), () => {
          if (isCut) return;
          patience.cancel();
          this.note(who, `${name} ← ${answer.status}`);
          this.told.push({ kind: 'answer', at: scheduler.now, sentAt, who, request, answer });
          resolve(answer);
        });
      };
      scheduler.after(this.#latencyMs(), () => void arrive(), { owner: process });
    });
  }

  /** Called for each statement. */
  onStatement(process: Process): void {
    this.statements += 1;
    const { faults, scheduler } = this;
    const soon = (ms: number): number => this.dice.int(0, ms);
    if (faults.strikes('process_killed')) scheduler.after(soon(500), () => this.#kill(process));
    if (faults.strikes('process_drained')) scheduler.after(soon(500), () => void this.#drain(process));
    if (faults.strikes('process_paused')) {
      process.pausedUntil = scheduler.now + this.dice.pick([1, 20, 90, 600]) * SECOND;
      this.note(process.name, 'paused');
    }
    if (faults.strikes('keys_rotated')) this.#isRotated = true;
    if (faults.strikes('database_clock_step')) {
      this.#clockShiftMs += this.dice.pick([-1, 1, -1]) * this.dice.pick([5, 600, 6 * 3600, 30 * 3600]) * SECOND;
      this.note('database', `its clock is ${this.#clockShiftMs / SECOND} s ahead`);
    }
    if (faults.strikes('commits_lost')) void this.#loseCommits(soon(30_000));
  }

  async #runFor(ms: number): Promise<string[]> {
    let seen = 0;
    const problems: string[] = [];
    await this.scheduler.runUntil(this.scheduler.now + ms, async () => {
      problems.push(...this.#invariants.atOnce());
      if (++seen % this.sweepEvery === 0) problems.push(...(await this.#invariants.sweep(this.postgres)));
      return problems.length > 0;
    });
    return problems;
  }

  async #start(name: string): Promise<void> {
    const process = new Process(name, this.scheduler);
    this.#processes = [...this.#processes.filter((other) => other.name !== name), process];
    const dice = this.dice.fork(`${name} at ${this.scheduler.now}`);
    const settings = readSettings(settingsOf(this.plan, { isRotated: this.#isRotated }));
    const skewMs = this.faults.strikes('process_clock_skew') ? dice.int(-120, 120) * SECOND : dice.int(-500, 500);
    const keep = (line: Pick<Logged, 'level' | 'event' | 'fields'>): void => {
      if (process.isDead) return;
      this.note(name, `${line.level} ${line.event ?? String(line.fields['msg'])}`);
      this.logged.push({ at: this.scheduler.now, who: name, ...line });
    };
    await process.start(settings, {
      time: new SimulatedTime(this.scheduler, process, skewMs),
      chance: new SimulatedChance(dice.fork('chance')),
      statements: new SimulatedStatements(this, process, dice.fork('statements')),
      transport: new SimulatedTransport(this, this.#provider, process, settings.ramp.timeoutMs),
      webhookTransport: this.#callers.webhookTransport(process),
      logger: new SimulatedLogger(keep),
    });
    this.note(name, `started, its clock ${skewMs} ms ahead`);
  }

  #kill(process: Process): void {
    if (process.isDead) return;
    process.kill();
    this.note(process.name, 'killed');
    this.#startAgain(process);
  }

  async #drain(process: Process): Promise<void> {
    if (!process.isServing) return;
    this.note(process.name, 'draining');
    await process.drain();
    this.note(process.name, 'drained');
    this.#startAgain(process);
  }

  #startAgain({ name }: Process): Timer {
    return this.scheduler.after(this.dice.int(SECOND, LONGEST_ABSENCE_MS), () => this.#start(name));
  }

  /** Forgets the commits of the next moments, as a failover to a standby that lags behind. */
  async #loseCommits(inMs: number): Promise<void> {
    const snapshot = await this.postgres.snapshot();
    this.scheduler.after(inMs, async () => {
      await this.postgres.restore(snapshot);
      this.generation += 1;
      this.lostCommitsAt.push(this.scheduler.now);
      this.note('database', `lost the commits of the last ${inMs} ms`);
    });
  }

  async #callback(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number | null> {
    const { pathname, search } = new URL(url);
    const answer = await this.request('provider', { method: 'POST', path: pathname + search, headers, body });
    return answer?.status ?? null;
  }

  #latencyMs(): number {
    return this.dice.int(1, 40);
  }
}
