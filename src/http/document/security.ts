import type { OpenAPIObject } from '@nestjs/swagger';
import { securityOf } from '../../access/api-security.js';
import { permissionOf } from '../../access/permissions.js';
import { operationsOf } from './operations.js';

/** Adds to every operation what its callers have to show, out of the table of permissions. */
export function addSecurity(document: OpenAPIObject): void {
  for (const { route, operation } of operationsOf(document)) {
    const permission = permissionOf(route.method, route.path);
    // Without a row it is closed to all, which no caller could do anything about.
    if (permission !== null) operation.security = securityOf(permission);
  }
}
