import type { Request, World } from '../kernel/world.js';
import { makeApiKey } from './api-key.js';
import type { KeyRights, RunSql } from './api-key.js';
import { begin, Caller } from './caller.js';
import { Purchase } from './purchase.js';
import { readChanges, readFeed } from './readers.js';
import type { Receivers } from './receivers.js';
import { Sale } from './sale.js';
import { Scene } from './scene.js';
import type { CustomerSide, KnownOrder } from './scene.js';
import { Staff } from './staff.js';
import type { Forgotten } from './staff.js';

interface Options {
  readonly orders: number;
  /** Numbers of orders that are left out. */
  readonly without: readonly number[];
  /** The length of the run's active part. */
  readonly spanMs: number;
  /** The environment of the replicas. */
  readonly settings: Readonly<Record<string, string>>;
  readonly provider: CustomerSide;
  readonly receivers: Receivers;
  readonly run: RunSql;
  /** What the operator does after a loss of commits. */
  readonly endDoubt: () => Promise<boolean>;
}

/** Everybody who talks to the service. */
export class Callers {
  private constructor(
    private readonly scene: Scene,
    private readonly staff: Staff,
    private readonly shops: readonly Caller[],
  ) {}

  /** The database is migrated; replicas may be running. */
  static async start(
    world: World,
    { orders, without, spanMs, settings, provider, receivers, run, endDoubt }: Options,
  ): Promise<Callers> {
    const keyDice = world.dice.fork('api keys');
    const newKey = (name: string, rights: KeyRights): Promise<string> =>
      makeApiKey(run, settings, { name, rights, now: new Date(world.scheduler.now), dice: keyDice });
    const server = async (name: string, rights: KeyRights): Promise<Caller> =>
      new Caller(world, name, { 'x-api-key': await newKey(name, rights) });
    const [one, two, ledger] = [
      await server('shop-1', 'own'),
      await server('shop-2', 'own'),
      await server('ledger', 'all'),
    ];
    const newStaffKey = (): Promise<string> => newKey('staff', 'admin');
    const scene = new Scene(world, provider, Math.floor(0.9 * spanMs));
    const tools = { newKey: newStaffKey, endDoubt };
    const staff = new Staff(scene, receivers, world.dice.fork('staff'), await newStaffKey(), tools);

    const processes = [
      ...[one, two, ledger].map((reader) => readFeed(reader, world.dice.fork(reader.who).int(2, 100))),
      readChanges(ledger, 20),
      staff.run(),
    ];
    for (let n = 1; n <= orders; n++) {
      if (without.includes(n)) continue;
      const order = newOrder(scene, n, n % 2 === 0 ? one : two, ledger);
      scene.orders.push(order);
      processes.push(order.run());
    }
    for (const process of processes) begin(world, process);
    return new Callers(scene, staff, [one, two]);
  }

  get orders(): readonly KnownOrder[] {
    return this.scene.orders;
  }

  get forgotten(): readonly Forgotten[] {
    return this.staff.forgotten;
  }

  /** The account whose orders a request may read; null: all orders, or those that another proof names. */
  accountOf({ headers = {} }: Request): string | null {
    return this.shops.find((shop) => shop.headers['x-api-key'] === headers['x-api-key'])?.who ?? null;
  }

  /** Nobody begins anything new. Readers go on, and so does everybody who waits for an answer. */
  calm(): void {
    this.scene.calm();
  }
}

/** `ledger`: may read all orders, as a server must that registers sales. */
function newOrder(scene: Scene, n: number, shop: Caller, ledger: Caller): Purchase | Sale {
  const { world } = scene;
  const dice = world.dice.fork(`order ${n}`);
  const kind = dice.number();
  if (kind < 0.15) return new Sale(scene, n, ledger, dice);
  if (kind < 0.25) return new Purchase(scene, n, new Caller(world, `guest ${n}`, {}), true, dice);
  return new Purchase(scene, n, shop, false, dice);
}
