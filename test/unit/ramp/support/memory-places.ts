import { CallPlaces, POLL_SHARE, NEAR_MS } from '#src/ramp/rate/call-places.js';
import type { TakenPlaces, WantedPlaces } from '#src/ramp/rate/call-places.js';
import type { MonotonicTime } from '#src/platform/time/time.js';

const NEVER_MS = 10_000;

/** The row of places and its database's clock, in memory: behaves like the statement. */
export class MemoryRow {
  nextAt = 0;
  pollAt = 0;
  statements = 0;

  constructor(readonly clock: () => number) {}

  take({ customers, guests, polls, customersWaitMs, pollsWaitMs, leadMs, spacingMs }: WantedPlaces): TakenPlaces {
    this.statements += 1;
    const now = this.clock();
    const first = Math.max(now + leadMs, this.nextAt < now + NEVER_MS ? this.nextAt : 0);
    const due = this.pollAt >= now && this.pollAt <= now + NEVER_MS ? 0 : 1;
    const room = (ms: number): number => Math.max(0, Math.floor((now - first + ms) / spacingMs) + 1);
    const far = Math.min(customers, room(customersWaitMs));
    const near = Math.min(polls, Math.max(0, room(NEAR_MS) - far, Math.min(due, room(pollsWaitMs) - far)));
    const count = far + near + Math.min(guests, Math.max(0, room(NEAR_MS) - far - near));
    if (count > 0) this.nextAt = first + count * spacingMs;
    if (near > 0) this.pollAt = now + POLL_SHARE * spacingMs;
    return { now, first, count };
  }
}

/** Answers at once. */
export class MemoryPlaces extends CallPlaces {
  constructor(private readonly row: MemoryRow) {
    super();
  }

  take(wanted: WantedPlaces): Promise<TakenPlaces> {
    return Promise.resolve(this.row.take(wanted));
  }
}

/** The fate of a statement; delays in milliseconds. */
export interface Fate {
  /** Until it reaches the database. */
  readonly there: number;
  /** Until its answer arrives. */
  readonly back: number;
  /** `lost_there`: it never reaches the database. `lost_back`: the database executes it, but the answer is lost. */
  readonly end: 'answered' | 'lost_there' | 'lost_back' | 'fails';
}

/** Reaches the row over a network. Statements travel in the world's time, answers in the process's own. */
export class DistantPlaces extends CallPlaces {
  constructor(
    private readonly row: MemoryRow,
    private readonly world: MonotonicTime,
    private readonly own: MonotonicTime,
    private readonly fate: () => Fate,
  ) {
    super();
  }

  take(wanted: WantedPlaces): Promise<TakenPlaces> {
    const { there, back, end } = this.fate();
    return new Promise((resolve, reject) => {
      if (end === 'lost_there') return;
      this.world.after(there, () => {
        const taken = this.row.take(wanted);
        if (end === 'lost_back') return;
        this.own.after(back, () => {
          if (end === 'fails') reject(new Error('the connection broke'));
          else resolve(taken);
        });
      });
    });
  }
}
