import type { OpenAPIObject } from '@nestjs/swagger';
import { securityOf, SECURITY_SCHEMES } from '../access/api-security.js';
import { permissionOf } from '../access/permissions.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds to every operation what its callers have to show, out of the table of permissions. */
export function addSecurity(document: OpenAPIObject): void {
  document.components = { ...document.components, securitySchemes: SECURITY_SCHEMES };
  for (const [path, item] of Object.entries(document.paths)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const method of METHODS) {
      const operation = item[method];
      const permission = permissionOf(method.toUpperCase(), pattern);
      // Without a row it is closed to all, which no caller could do anything about.
      if (operation !== undefined && permission !== null) operation.security = securityOf(permission);
    }
  }
}
