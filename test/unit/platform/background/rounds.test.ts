import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { Rounds } from '#src/platform/background/background-tasks.js';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { SystemChance } from '#src/platform/chance.js';

interface Held {
  readonly end: () => void;
  readonly fail: () => void;
}

/** Rounds that last until the test ends them; `events` records the log. */
function heldRounds() {
  const logger = new Logger();
  const events: unknown[] = [];
  for (const level of ['log', 'warn', 'error'] as const) {
    vi.spyOn(logger, level).mockImplementation((line: unknown) => {
      events.push((line as { event: string }).event);
    });
  }
  const held: Held[] = [];
  const rounds = new Rounds(
    new SystemChance(),
    new OutageLog(logger, 'polls'),
    () =>
      new Promise<void>((resolve, reject) => {
        held.push({
          end: resolve,
          fail: () => {
            reject(new Error('away'));
          },
        });
      }),
  );
  const begun = async (): Promise<number> => {
    await turn();
    return held.length;
  };
  return { rounds, held, begun, events };
}

describe('background rounds', () => {
  it('run one at a time: a tick during a round is dropped', async () => {
    const { rounds, held, begun } = heldRounds();
    rounds.tick();
    rounds.tick();
    expect(await begun()).toBe(1);
    held[0]?.end();
    expect(await begun()).toBe(1);
    rounds.tick();
    expect(await begun()).toBe(2);
  });

  it('any number of nudges during a round cause one more', async () => {
    const { rounds, held, begun } = heldRounds();
    rounds.nudge();
    rounds.nudge();
    rounds.nudge();
    expect(await begun()).toBe(1);
    held[0]?.end();
    expect(await begun()).toBe(2);
    held[1]?.end();
    expect(await begun()).toBe(2);
  });

  it('log a failed round and repeat it on the next tick, not at once', async () => {
    const { rounds, held, begun, events } = heldRounds();
    rounds.tick();
    rounds.nudge();
    held[0]?.fail();
    expect(await begun()).toBe(1);
    expect(events).toEqual(['task_failing']);
    rounds.tick();
    expect(await begun()).toBe(2);
    held[1]?.end();
    expect(await begun()).toBe(2);
    expect(events).toEqual(['task_failing', 'task_recovered']);
  });

  it('stop after the running round', async () => {
    const { rounds, held, begun } = heldRounds();
    rounds.tick();
    rounds.nudge();
    let isStopped = false;
    const stopped = rounds.stop().then(() => {
      isStopped = true;
    });
    await turn();
    expect(isStopped).toBe(false);
    held[0]?.end();
    await stopped;
    rounds.nudge();
    expect(await begun()).toBe(1);
  });
});
