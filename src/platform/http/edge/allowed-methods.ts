import type { RequestHandler } from 'express';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): unknown;
}

/** Runs after all routes. If the path has routes for other methods only: 405 with `Allow`, or 204 for OPTIONS. */
export function refuseOtherMethods(router: () => { readonly stack: readonly unknown[] }): RequestHandler {
  return ({ path, method }, response, next) => {
    const allowed = (router().stack as readonly Layer[]).flatMap((layer) => methodsAt(layer, path));
    const isKnown = allowed.length > 0;
    if (isKnown) response.setHeader('Allow', [...new Set(allowed), 'OPTIONS'].join(', '));
    if (isKnown && method === 'OPTIONS') response.status(204).end();
    else next(isKnown ? new Problem('method_not_allowed', PROBLEM_TEXTS.methodNotAllowed) : undefined);
  };
}

function methodsAt(layer: Layer, path: string): string[] {
  const methods = layer.route?.methods;
  // A layer for all methods, TRACE included, that did not answer is middleware.
  if (methods === undefined || methods['trace'] === true || !layer.match(path)) return [];
  return Object.keys(methods).flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : name.toUpperCase()));
}
