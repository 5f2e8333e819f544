import type { RequestHandler } from 'express';

/** One JSON line for each request: method, path, returnCode and ms. Never headers, queries, bodies or page addresses. */
export function requestLog(write: (line: string) => void): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const returnCode = (response.locals as { readonly returnCode?: string | null }).returnCode ?? null;
      const ms = Math.round(performance.now() - began);
      write(JSON.stringify({ method, path: withoutPageId(path), httpStatus: response.statusCode, returnCode, ms }));
    });
    next();
  };
}

/** Whoever knows a pay page's address may use it. */
function withoutPageId(path: string): string {
  return path.replace(/^\/(pay|orders)\/[^/]+/, '/$1/:id');
}
