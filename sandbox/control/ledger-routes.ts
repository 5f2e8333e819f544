import type { Router } from 'express';
import type { LedgerFilter } from '../ledger/entry.js';
import type { World } from '../world.js';
import { ControlError } from './control-input.js';
import { summary } from './summary.js';

const ENDPOINTS = ['create', 'query', 'quote', 'list', 'token', 'unknown'] as const;
const KINDS = ['call', 'callback'] as const;

export function addLedgerRoutes(router: Router, world: World): void {
  router.get('/ledger', (request, response) => {
    const entries = world.ledger.read(readFilter(request.query));
    response.json({ entries, lastSeq: world.ledger.lastSeq() });
  });
  router.get('/summary', (_request, response) => {
    response.json(summary(world));
  });
}

function readFilter(query: Readonly<Record<string, unknown>>): LedgerFilter {
  return {
    kind: oneOf(query, 'kind', KINDS),
    endpoint: oneOf(query, 'endpoint', ENDPOINTS),
    merchantOrderNo: typeof query['merchantOrderNo'] === 'string' ? query['merchantOrderNo'] : null,
    since: count(query, 'since', 0),
    limit: count(query, 'limit', Infinity),
  };
}

function oneOf<T extends string>(query: Readonly<Record<string, unknown>>, name: string, allowed: readonly T[]) {
  const value = query[name] ?? null;
  const found = allowed.find((candidate) => candidate === value) ?? null;
  if (value !== null && found === null) throw new ControlError(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}

function count(query: Readonly<Record<string, unknown>>, name: string, fallback: number): number {
  const value = query[name] ?? null;
  if (value === null) return fallback;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw new ControlError(`${name} must be a whole number`);
  return Number(value);
}
