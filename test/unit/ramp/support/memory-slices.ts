import { CallSlices } from '../../../../src/ramp/rate/call-slices.js';
import type { SeenSlices, Slice } from '../../../../src/ramp/rate/call-slices.js';
import type { MonotonicTime } from '../../../../src/platform/shared/monotonic-time.js';

/** The row that replicas share, and the clock of the database that holds it. */
export class MemoryRow {
  stored: unknown = [];
  version = 0;

  constructor(readonly clock: () => number) {}

  read(): SeenSlices {
    return { version: String(this.version), now: this.clock(), stored: structuredClone(this.stored) };
  }

  replace(version: string, slices: readonly Slice[]): boolean {
    if (version !== String(this.version)) return false;
    this.version += 1;
    this.stored = structuredClone(slices);
    return true;
  }
}

/** Answers at once. */
export class MemorySlices extends CallSlices {
  constructor(private readonly row: MemoryRow) {
    super();
  }

  read(): Promise<SeenSlices> {
    return Promise.resolve(this.row.read());
  }

  replace(version: string, slices: readonly Slice[]): Promise<boolean> {
    return Promise.resolve(this.row.replace(version, slices));
  }
}

/** What becomes of a statement; delays in milliseconds. */
export interface Fate {
  /** Until the database has it. */
  readonly there: number;
  /** Until its answer is here. */
  readonly back: number;
  /** `lost_there`: the database never has it. `lost_back`: the database acts, and its answer never comes. */
  readonly end: 'answered' | 'lost_there' | 'lost_back' | 'fails';
}

/** Reaches the row over a network. Statements travel by the world's time, answers arrive by the replica's own. */
export class DistantSlices extends CallSlices {
  constructor(
    private readonly row: MemoryRow,
    private readonly world: MonotonicTime,
    private readonly own: MonotonicTime,
    private readonly fate: () => Fate,
  ) {
    super();
  }

  read(): Promise<SeenSlices> {
    return this.travel(() => this.row.read());
  }

  replace(version: string, slices: readonly Slice[]): Promise<boolean> {
    return this.travel(() => this.row.replace(version, slices));
  }

  private travel<T>(act: () => T): Promise<T> {
    const { there, back, end } = this.fate();
    return new Promise((resolve, reject) => {
      if (end === 'lost_there') return;
      this.world.after(there, () => {
        const answer = act();
        if (end === 'lost_back') return;
        this.own.after(back, () => {
          if (end === 'fails') reject(new Error('the connection broke'));
          else resolve(answer);
        });
      });
    });
  }
}
