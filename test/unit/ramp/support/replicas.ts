import { Logger } from '@nestjs/common';
import { CallBudget } from '#src/ramp/rate/call-budget.js';
import type { CallClass } from '#src/ramp/rate/call-budget.js';
import { Time } from '#src/platform/time/time.js';
import type { Timer } from '#src/platform/time/time.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import type { FakeTime } from '../../../support/fake-time.js';
import { DistantPlaces, MemoryRow } from './memory-places.js';
import type { Fate } from './memory-places.js';

/** The time of one process, which can be suspended and resumed. */
class ReplicaTime extends Time {
  private missed: (() => void)[] = [];
  private state: 'runs' | 'stopped' | 'dead' = 'runs';

  constructor(private readonly world: FakeTime) {
    super();
  }

  now(): Date {
    return this.world.now();
  }

  monotonic(): number {
    return this.world.monotonic();
  }

  every(): Timer {
    throw new Error('a budget repeats nothing');
  }

  after(milliseconds: number, then: () => void): Timer {
    let cancelled = false;
    const fire = () => {
      if (!cancelled) then();
    };
    const timer = this.world.after(milliseconds, () => {
      if (this.state === 'runs') fire();
      else if (this.state === 'stopped') this.missed.push(fire);
    });
    const cancel = (): void => {
      cancelled = true;
      timer.cancel();
    };
    return { cancel };
  }

  stop(): void {
    if (this.state === 'runs') this.state = 'stopped';
  }

  goOn(): void {
    if (this.state !== 'stopped') return;
    this.state = 'runs';
    for (const fire of this.missed.splice(0)) fire();
  }

  die(): void {
    this.state = 'dead';
  }

  get runs(): boolean {
    return this.state === 'runs';
  }
}

export interface Start {
  readonly replica: string;
  readonly priority: CallClass;
  readonly at: number;
}

const NEAR: Fate = { there: 1, back: 1, end: 'answered' };

export class Replicas {
  /** Far from zero, like a database's clock; tests may move it. */
  shift = 1_800_000_000_000;
  readonly row: MemoryRow;
  readonly starts: Start[] = [];
  readonly refused: Start[] = [];
  readonly replicas: Replica[] = [];

  constructor(readonly world: FakeTime) {
    this.row = new MemoryRow(() => Math.floor(world.monotonic() + this.shift));
  }

  add(rate: number, fate: () => Fate = () => NEAR): Replica {
    const replica = new Replica(`replica-${this.replicas.length}`, this, rate, fate);
    this.replicas.push(replica);
    return replica;
  }

  of(replica: Replica, from = 0): Start[] {
    return this.starts.filter((start) => start.replica === replica.name && start.at >= from);
  }

  /** The most calls started within any second. */
  busiestSecond(from = 0): number {
    const moments = this.starts.map(({ at }) => at).filter((at) => at >= from);
    return Math.max(0, ...moments.map((begin) => moments.filter((at) => at >= begin && at < begin + 1000).length));
  }
}

export class Replica {
  readonly time: ReplicaTime;
  readonly budget: CallBudget;

  constructor(
    readonly name: string,
    private readonly all: Replicas,
    rate: number,
    fate: () => Fate,
  ) {
    this.time = new ReplicaTime(all.world);
    const row = new DistantPlaces(all.row, all.world, this.time, fate);
    const outages = new OutageLog(new Logger('test'), 'provider_rate');
    this.budget = new CallBudget(row, rate, 1000, this.time, outages);
  }

  ask(count = 1, priority: CallClass = 'customer'): void {
    for (let i = 0; i < count && this.time.runs; i++) {
      void this.budget.acquire(priority, null).then((release) => {
        const start = { replica: this.name, priority, at: this.time.monotonic() };
        (release === null ? this.all.refused : this.all.starts).push(start);
        release?.();
      });
    }
  }
}
