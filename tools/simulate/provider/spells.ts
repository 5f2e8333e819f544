import { MINUTE } from '../../../src/platform/time/time.js';
import type { Dice } from '../kernel/dice.js';
import type { Fault } from '../kernel/faults.js';
import type { World } from '../kernel/world.js';

/** Faults that sometimes last for minutes: an outage instead of one bad answer. */
export class Spells {
  readonly #until = new Map<Fault, number>();
  readonly #dice: Dice;

  constructor(private readonly world: World) {
    this.#dice = world.dice.fork('provider/spells');
  }

  strike(fault: Fault): boolean {
    const { faults, scheduler } = this.world;
    if (!faults.isOver && scheduler.now < (this.#until.get(fault) ?? 0)) return true;
    if (!faults.strikes(fault)) return false;
    if (this.#dice.chance(0.05)) this.#until.set(fault, scheduler.now + this.#dice.int(MINUTE, 20 * MINUTE));
    return true;
  }
}
