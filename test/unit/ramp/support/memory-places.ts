import { NEAR_MS, POLL_SHARE } from '#src/ramp/rate/call-slots.repository.js';
import type { CallSlotsRepository, SlotRequest, TakenSlots } from '#src/ramp/rate/call-slots.repository.js';
import type { Time } from '#src/platform/time/time.js';

const NEVER_MS = 10_000;

type CallSlots = Pick<CallSlotsRepository, 'take'>;

/** The row of slots and its database's clock, in memory: behaves like the statement. */
export class MemoryRow {
  nextAt = 0;
  pollAt = 0;
  lateMs = 0;
  statements = 0;

  constructor(readonly clock: () => number) {}

  take({ customers, others, hasPoll, waitMs, lateMs, perSecond }: SlotRequest): TakenSlots {
    this.statements += 1;
    const now = this.clock();
    const late = Math.max(lateMs, this.lateMs * 0.98);
    const spacingMs = (1000 + late) / perSecond;
    const next = this.nextAt < now + NEVER_MS ? this.nextAt + Math.max(0, this.lateMs - late) : 0;
    const firstMs = Math.max(now, next) - now;
    const isPollDue = this.pollAt < now || this.pollAt > now + NEVER_MS;
    const within = (ms: number): number => Math.max(0, Math.floor((ms - firstMs) / spacingMs) + 1);
    const far = Math.min(customers, within(waitMs));
    const count = far + Math.max(hasPoll && isPollDue ? 1 : 0, Math.min(others, within(NEAR_MS) - far));
    if (count > 0) [this.nextAt, this.lateMs] = [now + firstMs + count * spacingMs, late];
    if (hasPoll && count > far) this.pollAt = now + POLL_SHARE * spacingMs;
    return { firstMs, spacingMs, lateMs: late, count };
  }
}

export class MemoryPlaces implements CallSlots {
  constructor(private readonly row: MemoryRow) {}

  take(wanted: SlotRequest): Promise<TakenSlots> {
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
export class DistantPlaces implements CallSlots {
  constructor(
    private readonly row: MemoryRow,
    private readonly world: Time,
    private readonly own: Time,
    private readonly fate: () => Fate,
  ) {}

  take(wanted: SlotRequest): Promise<TakenSlots> {
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
