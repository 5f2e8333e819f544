import type { RequestHandler } from 'express';
import { Problem, PROBLEM_TEXTS } from '../../shared/problem.js';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): unknown;
}

/**
 * Runs behind all routes. A path that has routes, but none for the method, is answered with 405 and `Allow`, or for OPTIONS
 * with 204; another path goes on.
 */
export function refuseOtherMethods(router: () => { readonly stack: readonly unknown[] }): RequestHandler {
  return ({ path, method }, response, next) => {
    const allowed = new Set((router().stack as readonly Layer[]).flatMap((layer) => methodsAt(layer, path)));
    if (allowed.size === 0) {
      next();
      return;
    }
    response.setHeader('Allow', [...allowed, ...(allowed.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', '));
    if (method === 'OPTIONS') response.status(204).end();
    else next(new Problem('method_not_allowed', PROBLEM_TEXTS.methodNotAllowed));
  };
}

function methodsAt(layer: Layer, path: string): string[] {
  const methods = layer.route?.methods;
  // A route for all methods, TRACE included, that did not answer is middleware.
  if (methods === undefined || methods['trace'] === true || methods['_all'] === true || !layer.match(path)) return [];
  return Object.keys(methods).map((name) => name.toUpperCase());
}
