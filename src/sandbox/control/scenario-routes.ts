import type { Router } from 'express';
import { SCENARIOS } from '../scenarios/table.js';

/** The magic values, and how a checkout with each should end. */
export function addScenarioRoutes(router: Router): void {
  router.get('/scenarios', (_request, response) => {
    const scenarios = SCENARIOS.map(({ word, side, what, ends }) => ({ word, suffix: `..${word}`, side, what, ends }));
    response.json({ scenarios });
  });
}
