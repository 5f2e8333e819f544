import { readKeySettings, readSettings } from '../../src/platform/config/environment.js';
import { KeyRing, masterKeys } from '../../src/platform/crypto/key-ring.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/time/time.js';
import { Callers } from './callers/callers.js';
import { endDoubt } from './callers/operator.js';
import { Receivers, SimulatedWebhookTransport } from './callers/receivers.js';
import { serviceKeys, settingsOf } from './callers/settings.js';
import type { SimulatedPostgres, Snapshot } from './database/simulated-postgres.js';
import { Invariants } from './invariants/invariants.js';
import type { Observed } from './invariants/observed.js';
import { loadRows } from './invariants/rows.js';
import type { Rows } from './invariants/rows.js';
import { ContendedStatements, Locks } from './kernel/contention.js';
import { Dice } from './kernel/dice.js';
import { Faults } from './kernel/faults.js';
import { SimulatedChance, SimulatedLogger, SimulatedTime } from './kernel/ports.js';
import { Process } from './kernel/process.js';
import { Scheduler } from './kernel/scheduler.js';
import type { Server } from './kernel/simulated-statements.js';
import { Trace } from './kernel/trace.js';
import type { Answer, Asked, Logged, Request, Shown, Told, World } from './kernel/world.js';
import { BEGINNING } from './machine.js';
import type { Machine } from './machine.js';
import { Provider } from './provider/provider.js';
import { PROVIDER_SETTINGS } from './provider/signed-request.js';
import { SimulatedTransport } from './provider/transport.js';
import type { Plan } from './plan.js';

/**
 * Without faults: weeks with rare background ticks, enough for every expiry, backoff and retry of the settings in use, then
 * ever more frequent ones, so that nothing that is due is left.
 */
const SETTLING: readonly (readonly [longestTickMs: number, forMs: number])[] = [
  [DAY, 28 * DAY],
  [6 * HOUR, 25 * HOUR],
  [HOUR, 7 * HOUR],
  [10 * MINUTE, 70 * MINUTE],
  [MINUTE, 11 * MINUTE],
];
/** With more orders ticks come sooner, since a round asks about a few trades only. */
const ORDERS_A_ROUND = 16;
const crowdOf = ({ orders }: Plan): number => Math.max(1, orders / ORDERS_A_ROUND);
/** Events between two looks at the whole database; more orders have more events, so that each is looked at as often. */
const SWEEP_EVERY = 3000;

/** Of a stream, so that its parts keep their order. */
const LINE_MS = 20;

/** From the dump to its restore. */
const DUMP_AGES_MS = [MINUTE, 20 * MINUTE, 2 * HOUR];

/** A replica is started anew after its death within this time. */
const LONGEST_ABSENCE_MS = 120 * SECOND;

/**
 * Of Postgres' clock. Back by more than a run lasts, so that work shows which waits for a time of the clock before; not
 * forward, since messages are kept by this clock.
 */
const CLOCK_STEPS_MS = [-60 * DAY, ...[5 * SECOND, 10 * MINUTE, 30 * HOUR].flatMap((ms) => [-ms, ms])];

export interface Outcome {
  readonly plan: Plan;
  /** Empty if every invariant held. */
  readonly problems: readonly string[];
  readonly trace: Trace;
  readonly events: number;
  readonly statements: number;
  /** Statements that shared a commit. */
  readonly sharing: number;
  readonly struck: ReadonlyMap<string, number>;
}

interface RunOptions {
  readonly keepsTrace?: boolean;
  /** Look at the whole database after every event, to name the first that broke an invariant. */
  readonly isExact?: boolean;
}

/** Runs a plan to its end, or to the first broken invariant. */
export async function run(
  plan: Plan,
  machine: Machine,
  { keepsTrace = false, isExact = false }: RunOptions = {},
): Promise<Outcome> {
  const trace = new Trace(keepsTrace);
  const one = new Run(plan, machine.postgres, trace, isExact ? 1 : Math.round(SWEEP_EVERY * crowdOf(plan)));
  await machine.begin(() => one.databaseNow(), one.dice.fork('postgres'));
  const problems = await one.run();
  const { scheduler, faults, statements, sharing } = one;
  return { plan, problems, trace, events: scheduler.events, statements, sharing, struck: faults.struck };
}

class Run implements World, Server, Observed {
  readonly dice: Dice;
  readonly faults: Faults;
  readonly scheduler: Scheduler = new Scheduler(BEGINNING, () => this.#processes.some(({ isBusy }) => isBusy));
  readonly told: Told[] = [];
  readonly logged: Logged[] = [];
  readonly asked: Asked[] = [];
  readonly shown: Shown[] = [];
  readonly retried = new Map<string, number>();
  readonly locks = new Locks();
  /** When commits were lost. */
  readonly epochs: number[] = [];
  readonly lostTrades = new Map<string | null, number>();
  generation = 0;
  readonly latencyMs: number;
  statements = 0;
  sharing = 0;
  #clockShiftMs = 0;
  readonly provider: Provider;
  readonly secrets: readonly string[];
  readonly #settings: Record<string, string>;
  readonly #receivers: Receivers;
  readonly #invariants: Invariants;
  #callers: Callers | null = null;
  #processes: Process[] = [];
  #rotations = 0;
  #isLosing = false;

  constructor(
    private readonly plan: Plan,
    readonly postgres: SimulatedPostgres,
    private readonly trace: Trace,
    private readonly sweepEvery: number,
  ) {
    this.scheduler.crowd = crowdOf(plan);
    this.dice = new Dice(`seed ${plan.seed}`);
    this.faults = new Faults(this.dice.fork('faults'), plan.faults, plan.intensity);
    // On a slow database many statements wait for the same commit.
    this.latencyMs = this.dice.fork('latency').pick([3, 30, 100, 300]);
    const commits = { DATABASE_GROUP_COMMIT: String(plan.commits === 'shared') };
    this.#settings = { ...settingsOf(this.dice.fork('settings')), ...PROVIDER_SETTINGS, ...commits };
    const { RAMP_APP_SECRET, RAMP_ACCESS_TOKEN } = PROVIDER_SETTINGS;
    this.secrets = [RAMP_APP_SECRET, RAMP_ACCESS_TOKEN];
    this.provider = new Provider(this, Number(this.#settings['RAMP_MAX_RPS']), (url, headers, body) =>
      this.#callback(url, headers, body),
    );
    this.#receivers = new Receivers(this);
    this.#invariants = new Invariants(this);
  }

  get forgotten(): Observed['forgotten'] {
    return this.#callers?.forgotten ?? [];
  }

  accountOf(request: Request): string | null {
    return this.#callers?.accountOf(request) ?? null;
  }

  /** Postgres' clock. */
  databaseNow(): number {
    return this.scheduler.now + this.#clockShiftMs;
  }

  async run(): Promise<string[]> {
    const { plan, postgres } = this;
    this.#callers = await Callers.start(this, {
      ...plan,
      spanMs: plan.days * DAY,
      settings: this.#settings,
      provider: this.provider,
      receivers: this.#receivers,
      run: (sql, parameters) => postgres.run(sql, parameters, null),
      endDoubt: () => this.#endDoubt(),
    });
    for (let index = 1; index <= plan.replicas; index++) this.scheduler.after(0, () => this.#start(`replica ${index}`));
    const broken = await this.#runFor(plan.days * DAY);
    if (broken.length > 0) return broken;
    this.faults.isOver = true;
    this.#callers.calm();
    for (const process of this.#processes.slice(1)) void this.#drain(process);
    for (const [longestTickMs, forMs] of SETTLING) {
      this.scheduler.longestTickMs = longestTickMs;
      const late = await this.#runFor(forMs);
      if (late.length > 0) return late;
    }
    return this.#invariants.atTheEnd(await this.#rows());
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
    const keep = (answer: Answer | null): void => {
      const { code, merchantOrderNo } = (answer?.body ?? {}) as Partial<Asked>;
      this.asked.push({ sentAt, at: scheduler.now, request, status: answer?.status ?? null, code, merchantOrderNo });
    };
    return new Promise((resolve) => {
      const patience = scheduler.after(patienceMs, () => {
        this.note(who, `${name}: no answer`);
        keep(null);
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
          keep(answer);
          this.told.push({ kind: 'answer', at: scheduler.now, sentAt, who, request, answer });
          resolve(answer);
        });
      };
      scheduler.after(this.#latencyMs(), () => void arrive(), { owner: process });
    });
  }

  async follow(who: string, request: Request, onPart: (text: string) => void): Promise<Answer | null> {
    const { scheduler } = this;
    const serving = this.#processes.filter((process) => process.isServing);
    if (serving.length === 0) return null;
    const process = this.dice.pick(serving);
    this.note(who, `follows ${request.path} at ${process.name}`);
    return new Promise((resolve) => {
      let isOpen = true;
      const end = (answer: Answer | null): void => {
        if (!isOpen) return;
        isOpen = false;
        process.onKill.delete(broken);
        this.note(who, `${request.path} ends: ${answer?.status ?? 'broken'}`);
        resolve(answer);
      };
      const broken = (): unknown => scheduler.after(LINE_MS, () => end(null));
      process.onKill.add(broken);
      if (this.faults.strikes('request_cut')) scheduler.after(this.dice.int(SECOND, 10 * MINUTE), () => end(null));
      const arrive = async (): Promise<void> => {
        if (!process.isServing) return;
        const arrived = (text: string): unknown => scheduler.after(LINE_MS, () => isOpen && onPart(text));
        const answer = await process.follow(request, arrived).catch(() => null);
        scheduler.after(LINE_MS, () => end(answer));
      };
      scheduler.after(LINE_MS, () => void arrive(), { owner: process });
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
    if (faults.strikes('keys_rotated')) this.#rotate();
    if (faults.strikes('database_clock_step')) {
      this.#clockShiftMs += this.dice.pick(CLOCK_STEPS_MS);
      this.note('database', `its clock is ${this.#clockShiftMs / SECOND} s ahead`);
    }
    if (faults.strikes('column_added')) void this.postgres.run('SELECT simulation_column_added()', [], null);
    if (!this.#isLosing && faults.strikes('commits_lost')) void this.#loseCommits(soon(30_000));
    if (!this.#isLosing && faults.strikes('restored_in_place')) {
      void this.#loseCommits(this.dice.pick(DUMP_AGES_MS), true);
    }
  }

  async #runFor(ms: number): Promise<string[]> {
    const { scheduler } = this;
    let seen = 0;
    const problems: string[] = [];
    await scheduler.runUntil(scheduler.now + ms, async () => {
      problems.push(...this.#invariants.atOnce(), ...this.#receivers.problems);
      if (++seen % this.sweepEvery === 0) problems.push(...this.#invariants.sweep(await this.#rows()));
      return problems.length > 0;
    });
    return problems;
  }

  #rows(): Promise<Rows> {
    const { orders, reconcile } = readSettings(this.#environment());
    const policy = { expiryMs: orders.expiryMs, firstDelayMs: reconcile.firstDelayMs };
    const ring = new KeyRing(masterKeys(readKeySettings(this.#environment()).serviceKeys));
    const run = (sql: string, parameters: readonly unknown[]) => this.postgres.run(sql, parameters, null);
    return loadRows(run, ring, policy, this.forgotten.length > 0);
  }

  #environment(): Record<string, string> {
    return { ...this.#settings, SERVICE_KEY: serviceKeys(this.dice.fork('settings'), this.#rotations) };
  }

  /** Each replica gets the new settings with its next start. */
  #rotate(): void {
    this.#rotations += 1;
    this.note('staff', `service keys: step ${this.#rotations}`);
    for (const process of this.#processes) {
      this.scheduler.after(this.dice.int(0, 5 * MINUTE), () => void this.#drain(process));
    }
  }

  #start(name: string): void {
    const process = new Process(name);
    this.#processes = [...this.#processes.filter((other) => other.name !== name), process];
    const dice = this.dice.fork(`${name} at ${this.scheduler.now}`);
    const settings = readSettings(this.#environment());
    const skewMs = this.faults.strikes('process_clock_skew') ? dice.int(-120, 120) * SECOND : dice.int(-500, 500);
    const keep = (line: Pick<Logged, 'level' | 'event' | 'fields'>): void => {
      if (line.event === 'request') return;
      this.note('log', `${line.level} ${line.event ?? String(line.fields['msg'])}`);
      this.logged.push({ at: this.scheduler.now, ...line });
    };
    const started = process.start(settings, {
      time: new SimulatedTime(this.scheduler, process, skewMs),
      chance: new SimulatedChance(dice.fork('chance')),
      statements: new ContendedStatements(this, process, dice),
      transport: new SimulatedTransport(this, this.provider, {
        owner: process,
        who: name,
        timeoutMs: settings.ramp.timeoutMs,
      }),
      webhookTransport: new SimulatedWebhookTransport(this, this.#receivers, process),
      logger: new SimulatedLogger(keep),
    });
    this.note(name, `starts, its clock ${skewMs} ms ahead`);
    // An error ends the run.
    started.catch((error: unknown) =>
      this.scheduler.after(0, () => {
        throw error;
      }),
    );
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
    if (!this.faults.isOver || !this.#processes.some(({ isServing }) => isServing)) this.#startAgain(process);
  }

  #startAgain({ name }: Process): void {
    this.scheduler.after(this.dice.int(SECOND, LONGEST_ABSENCE_MS), () => this.#start(name));
  }

  /** As documented, once an hour's doubt may be over before the shops have repeated what was lost. */
  #endDoubt(): Promise<boolean> {
    const made = [...this.provider.trades.values()].flatMap(({ side, tradeNo }) =>
      side === 'BUY' && tradeNo !== null ? [tradeNo] : [],
    );
    const run = (sql: string, parameters: readonly unknown[]) => this.postgres.run(sql, parameters, null);
    return endDoubt(run, this.epochs.at(-1) ?? Infinity, this.scheduler.now, made);
  }

  /**
   * Forgets the commits of the next moments, as a failover to a standby that lags behind; or restores a dump in place, with
   * every process stopped, as documented.
   */
  async #loseCommits(inMs: number, isInPlace = false): Promise<void> {
    this.#isLosing = true;
    const snapshot = await this.postgres.snapshot();
    this.scheduler.after(inMs, async () => {
      this.#isLosing = false;
      this.generation += 1;
      this.locks.release(this.scheduler.now);
      const before = await this.#tradeNos();
      if (isInPlace) await this.#restoreInPlace(snapshot);
      else await this.postgres.restore(snapshot, 1 + this.generation);
      const after = await this.#tradeNos();
      this.epochs.push(this.scheduler.now);
      // So that what is left behind is asked about while it is in doubt.
      this.scheduler.bringTicksForward(5 * MINUTE);
      for (const tradeNo of before.filter((one) => !after.includes(one)))
        this.lostTrades.set(tradeNo, this.scheduler.now);
      this.note('database', `lost the commits of the last ${inMs} ms`);
    });
  }

  /** Neither the timeline nor the position of the log tells. */
  async #restoreInPlace(snapshot: Snapshot): Promise<void> {
    for (const process of this.#processes) this.#kill(process);
    this.#settings['RAMP_ASK_BEFORE_SEND'] = 'true';
    const [row] = await this.postgres.run(
      `SELECT pg_current_wal_insert_lsn() AS lsn, coalesce(nullif(current_setting('simulation.timeline', true), ''), '1') AS timeline`,
      [],
      null,
    );
    const { lsn, timeline } = row as { readonly lsn: string; readonly timeline: string };
    await this.postgres.restore(snapshot, Number(timeline));
    await this.postgres.run('SELECT simulation_restored_in_place($1)', [lsn], null);
  }

  async #tradeNos(): Promise<string[]> {
    const rows = await this.postgres.run('SELECT trade_no AS "tradeNo" FROM trades', [], null);
    return rows.map((row) => (row as { readonly tradeNo: string }).tradeNo);
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
