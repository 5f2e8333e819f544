import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of a document with its route as the router writes it: `GET /v1/orders/:merchantOrderNo`. */
export function operationsOf({ paths }: OpenAPIObject): { route: Route; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const route = { method: method.toUpperCase(), path: path.replaceAll(/\{(\w+)\}/g, ':$1') };
      return [{ route, operation }];
    }),
  );
}

interface Route {
  readonly method: string;
  readonly path: string;
}
