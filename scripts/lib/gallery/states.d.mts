import type { State } from './stage.mjs';

export const STATES: readonly State[];
