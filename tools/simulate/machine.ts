import { SimulatedPostgres } from './database/simulated-postgres.js';
import { Dice } from './kernel/dice.js';

/** Any moment; virtual time begins there. */
export const BEGINNING = Date.UTC(2027, 0, 4);

/** The Postgres that all runs of a program use, one after the other. */
export class Machine {
  postgres!: SimulatedPostgres;
  #clock = (): number => BEGINNING;
  #dice = new Dice('postgres');

  static async start(): Promise<Machine> {
    const machine = new Machine();
    machine.postgres = await SimulatedPostgres.start(
      () => machine.#clock(),
      (count) => machine.#dice.bytes(count),
    );
    return machine;
  }

  /** As after the migration. `clock`: Postgres', in milliseconds since 1970. */
  async begin(clock: () => number, dice: Dice): Promise<void> {
    this.#clock = clock;
    this.#dice = dice;
    await this.postgres.reset();
  }
}
