import type { Logger } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { OutageLog } from '#src/platform/telemetry/outage-log.js';
import { markLogged } from '#src/platform/telemetry/outages.js';

function listening() {
  const lines: { level: string; event: string }[] = [];
  const write =
    (level: string) =>
    ({ event }: { event: string }) =>
      void lines.push({ level, event });
  const logger = { error: write('error'), log: write('info') } as unknown as Logger;
  return { lines, log: new OutageLog(logger, 'polls') };
}

describe('outage log', () => {
  it('writes nothing without failures', () => {
    const { lines, log } = listening();
    log.worked();
    log.worked();
    expect(lines).toEqual([]);
  });

  it('logs the first failure, and the recovery with its number of failures', () => {
    const { lines, log } = listening();
    for (let failures = 0; failures < 121; failures++) log.failed(new Error('away'));
    log.worked();
    log.worked();
    expect(lines.map(({ level }) => level)).toEqual(['error', 'info']);
  });

  it('is told by the log of the database alone where that is away', () => {
    const { lines, log } = listening();
    const away = new Error('away');
    markLogged(away);
    log.failed(away);
    log.worked();
    expect(lines).toEqual([]);
  });

  it('starts again after a recovery', () => {
    const { lines, log } = listening();
    log.failed(new Error('away'));
    log.worked();
    log.failed(new Error('away'));
    expect(lines.map(({ event }) => event)).toEqual(['task_failing', 'task_recovered', 'task_failing']);
  });
});
