import type { NestExpressApplication } from '@nestjs/platform-express';
import { PERMISSIONS } from '#src/access/permissions.js';

interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
}

/** The framework's pages about the API; they are public. */
const DOCUMENTATION = /^\/(?:docs|openapi\.json)(?:[/.-]|$)/;

/**
 * All routes of an application as `GET /path`, in matching order; `ANY /path` for all methods. Read from the router, so that
 * undocumented routes are included.
 */
export function routesOf(app: NestExpressApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { stack: readonly Layer[] } };
  const routes = router.stack.flatMap(({ route }) => {
    if (route === undefined) return [];
    const path = String(route.path);
    if (DOCUMENTATION.test(path)) return [];
    const methods = Object.keys(route.methods).filter((method) => route.methods[method] === true);
    const isAny = methods.length > 20 || methods.includes('_all');
    return isAny ? [`ANY ${path}`] : methods.map((method) => `${method.toUpperCase()} ${path}`);
  });
  return [...new Set(routes)];
}

/** The route's row in the table of permissions; null: none. */
export function rowOf(route: string): string | null {
  const [, path = ''] = route.split(' ');
  return [route, `ANY ${path}`].find((row) => Object.hasOwn(PERMISSIONS, row)) ?? null;
}
