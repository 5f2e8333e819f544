import { describe, expect, it } from 'vitest';
import { LastLines } from '#tools/demo/last-lines.mjs';

describe('LastLines', () => {
  it('keeps the end of the stream, however it is split', () => {
    const lines = new LastLines(2);
    for (const piece of ['one\ntw', 'o\nthr', 'ee\n']) lines.add(piece);
    expect(lines.all()).toEqual(['two', 'three']);
  });

  it('includes an unfinished line', () => {
    const lines = new LastLines(2);
    lines.add('one\ntwo\npanic: no');
    expect(lines.all()).toEqual(['two', 'panic: no']);
  });

  it('reports each complete line once', () => {
    const lines = new LastLines(1);
    const complete: string[] = [];
    lines.onLine = (line) => complete.push(line);
    for (const piece of ['sandbox list', 'ening on http://x\nmore', '\n']) lines.add(piece);
    expect(complete).toEqual(['sandbox listening on http://x', 'more']);
  });
});
