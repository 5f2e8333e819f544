import { expect, it } from 'vitest';
import { PROBLEM_TEXTS } from '#src/platform/problems/problem.js';

const texts = Object.values(PROBLEM_TEXTS).filter((text) => typeof text === 'string');

it('problem texts: each text is listed once', () => {
  expect(new Set(texts).size).toBe(texts.length);
});

it.each(texts)('is a sentence: %s', (text) => {
  expect(text).toMatch(/^[A-Z].*[.]$/);
});
