import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../../support/crashes.js';
import type { Death } from '../../support/crashes.js';
import { checkoutBody } from '../../support/service.js';
import type { Answer, Service } from '../../support/service.js';

type Environment = Readonly<Record<string, string>>;

/** The order that an act is about, and the checkout that makes it. */
export interface Subject {
  readonly number: string;
  readonly body: Record<string, unknown>;
}

/** A death, and what the caller was answered; null: nothing, or there is no caller. */
interface Crash extends Death, Subject {
  readonly answer: Answer | null;
}

/** The order after the crash, and the service that was started afterwards. */
export interface Left extends Subject {
  readonly world: CrashWorld;
  readonly service: Service;
  /** The effects that were done. */
  readonly did: readonly string[];
  /** How often this one was done. */
  readonly count: (effect: string) => number;
}

interface AnyAct {
  readonly name: string;
  /** Every write and every call, in their order. */
  readonly effects: readonly string[];
  /** Skip the points before this many effects: another act has the same. */
  readonly first?: number;
  /** Checks the order after the restart. */
  readonly after: (left: Left) => Promise<void>;
}

/** One request to an API. */
export interface RequestAct extends AnyAct {
  /** Fields of the checkout beyond those of all tests. */
  readonly body?: () => Readonly<Record<string, unknown>>;
  /** Makes the subject by a service that lives; without it, the subject is a new checkout. */
  readonly prepare?: (world: CrashWorld, maker: Service) => Promise<Subject>;
  readonly send: (to: Service, subject: Subject, world: CrashWorld) => Promise<Answer>;
  /** Status of the answer when the service lives. */
  readonly status: number;
  /** The provider's address refuses connections until the first record. */
  readonly isAwayAtFirst?: boolean;
}

/** One run of a worker, which takes all that is due. */
interface WorkerAct extends AnyAct {
  /** Makes subjects, none of which is due. */
  readonly leave: (world: CrashWorld, maker: Service | null, count: number) => Promise<readonly Subject[]>;
  readonly makeDue: (subject: Subject, world: CrashWorld, maker: Service | null) => Promise<unknown>;
  readonly isDone: (subject: Subject, world: CrashWorld) => Promise<unknown>;
}

type Act = RequestAct | WorkerAct;

/** Acts that die in one world, and one service that starts when all are dead. */
export interface Matrix {
  readonly acts: readonly Act[];
  /** Settings of those that die. */
  readonly env?: Environment;
  /** Settings of the service that makes what the acts start from. */
  readonly maker?: Environment;
  /** Settings of the one that starts afterwards. */
  readonly restart?: Environment;
  readonly beforeRestart?: (world: CrashWorld) => Promise<unknown>;
}

/** `every`: each act without a death, and killed at each point. `one`: killed before its last effect, mostly a record. */
export type Points = 'every' | 'one';

const deathsOf = ({ effects, first }: Act, points: Points): (readonly [point: string, done: number])[] =>
  (points === 'every' ? pointsOf(effects, first) : pointsOf(effects).slice(-2, -1)).map(
    ({ name, done }) => [name, done] as const,
  );

export function crashMatrix(matrix: Matrix, points: Points): void {
  let run: Run;
  beforeAll(async () => {
    run = await runMatrix(matrix, points);
  }, 240_000);
  afterAll(() => run.world.close());

  describe.each(matrix.acts.map((act) => [act.name, act] as const))('%s', (_name, act) => {
    if (points === 'every') {
      it('does nothing but what is named here', () => {
        const { ending, effects, answer } = run.crashes.get(keyOf(act, null))!;
        expect({ ending, effects }).toEqual({ ending: 0, effects: act.effects });
        if ('send' in act) expect(answer?.status, answer?.text).toBe(act.status);
      });
    }

    it.concurrent.each(deathsOf(act, points))('killed %s', async (_point, done) => {
      const { ending, effects, answer, ...subject } = run.crashes.get(keyOf(act, done))!;
      const did = act.effects.slice(0, done);
      expect({ ending, effects, answer }).toEqual({ ending: 'SIGKILL', effects: did, answer: null });
      const count = (effect: string): number => did.filter((one) => one === effect).length;
      await act.after({ ...subject, world: run.world, service: run.service, did, count });
    });
  });
}

interface Run {
  readonly world: CrashWorld;
  readonly service: Service;
  readonly crashes: ReadonlyMap<string, Crash>;
}

const keyOf = ({ name }: Act, dieAfter: number | null): string => `${name}: ${String(dieAfter)}`;

async function runMatrix(matrix: Matrix, points: Points): Promise<Run> {
  const world = await CrashWorld.start();
  const crashes = new Map<string, Crash>();
  const maker = matrix.maker ? await world.service(null, matrix.maker) : null;
  // The death that claims nothing is last: the order that it leaves due would go to the next worker.
  const deaths = (act: Act): (number | null)[] => {
    const done = deathsOf(act, points).map(([, count]) => count);
    return [...(points === 'every' ? [null] : []), ...done.reverse()];
  };
  const requests = matrix.acts
    .filter((act) => 'send' in act)
    .flatMap((act) => deaths(act).map((dieAfter) => ({ act, dieAfter })));
  const prepared = await Promise.all(
    requests.map(async (one) => ({ ...one, subject: await subjectOf(one.act, world, maker) })),
  );
  for (const act of matrix.acts.filter((one) => 'leave' in one)) {
    const subjects = await act.leave(world, maker, deaths(act).length);
    // One after the other: a worker takes all that is due.
    for (const [index, dieAfter] of deaths(act).entries()) {
      const subject = subjects[index]!;
      await act.makeDue(subject, world, maker);
      const death = await world.worker(dieAfter, matrix.env ?? {}, () => act.isDone(subject, world));
      crashes.set(keyOf(act, dieAfter), { ...subject, ...death, answer: null });
    }
  }
  await maker?.stop();
  await someAtATime(prepared, async ({ act, dieAfter, subject }) => {
    crashes.set(keyOf(act, dieAfter), await requestThatDies(world, { act, dieAfter, subject, env: matrix.env }));
  });
  await matrix.beforeRestart?.(world);
  return { world, crashes, service: await world.restart(matrix.restart) };
}

async function subjectOf(act: RequestAct, world: CrashWorld, maker: Service | null): Promise<Subject> {
  if (act.prepare) return act.prepare(world, maker!);
  return newSubject(act.body?.());
}

export function newSubject(given: Readonly<Record<string, unknown>> = {}): Subject {
  const body = checkoutBody(given);
  return { body, number: String(body['merchantOrderNo']) };
}

interface Doomed {
  readonly act: RequestAct;
  readonly dieAfter: number | null;
  readonly subject: Subject;
  readonly env: Environment | undefined;
}

async function requestThatDies(world: CrashWorld, { act, dieAfter, subject, env }: Doomed): Promise<Crash> {
  const door = act.isAwayAtFirst ? await world.closedDoor() : null;
  const away = door ? { RAMP_BASE_URL: door.url, HOLD_AFTER_RECORD: door.openFile } : {};
  // Without a worker only the request has effects.
  const dying = await world.service(dieAfter, { ROLES: 'api', ...env, ...away });
  void dying.program.says(/effect: record/).then(door?.open, () => undefined);
  const answer = await act.send(dying, subject, world).catch(() => null);
  if (dieAfter === null) await dying.stop();
  return { ...subject, ...(await deathOf(dying.program)), answer };
}
