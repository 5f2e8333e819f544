import type { Figures } from './figures.mjs';

/** See words.mjs. */
export function addsUp(figures: Pick<Figures, 'mustBeNone'>): boolean;
export function table(figures: Figures): string;
export function complaints(figures: Pick<Figures, 'mustBeNone'>, color: boolean): string;
