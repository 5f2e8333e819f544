import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showProgress } from '#tools/demo/progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BACK = '\r\u001b[K';

function screen(form: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...form, write: (text: string) => written.push(text), written };
}

describe('progress of a step on a terminal', () => {
  it('is printed at once, counts on the same line, and makes room for the result', () => {
    const out = screen({ isTTY: true, columns: 0 });
    const progress = showProgress(out, 'build', 'looking for changes');
    expect(out.written).toHaveLength(1);
    progress.doing('building the pages');
    vi.advanceTimersByTime(2000);
    progress.end('built');
    expect(out.written.map((text) => text.replace(/ +/g, ' '))).toEqual([
      `${BACK} build looking for changes … 0.0 s`,
      `${BACK} build building the pages … 0.0 s`,
      `${BACK} build building the pages … 1.0 s`,
      `${BACK} build building the pages … 2.0 s`,
      `${BACK} build built 2.0 s\n`,
    ]);
  });

  it('never wraps, since a wrapped line cannot be redrawn', () => {
    const out = screen({ isTTY: true, columns: 20 });
    showProgress(out, 'build', 'looking for changes').giveUp();
    expect(out.written.map((text) => text.slice(BACK.length).length)).toEqual([19]);
  });

  it.each(['end', 'giveUp'] as const)('ends with %s without a timer', (how) => {
    const out = screen({ isTTY: true });
    showProgress(out, 'build', 'looking')[how]('built');
    const lines = out.written.length;
    vi.advanceTimersByTime(10_000);
    expect([out.written.length, vi.getTimerCount()]).toEqual([lines, 0]);
  });
});

it('progress of a step elsewhere is whole lines without codes or counting', () => {
  const out = screen({});
  const progress = showProgress(out, 'build', 'looking for changes');
  vi.advanceTimersByTime(30_000);
  progress.end('built');
  expect(out.written.join('').replace(/ +/g, ' ')).toBe(' build looking for changes …\n build built 30.0 s\n');
});
