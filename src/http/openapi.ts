import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { securityOf, SECURITY_SCHEMES } from '../access/api-security.js';
import { permissionOf } from '../access/permissions.js';
import { addCommonProblems } from './common-problems.js';
import { PROBLEM_SCHEMA } from './problem-schema.js';
import { serviceVersion } from './version.js';

const DESCRIPTION = [
  'Sells crypto for fiat (BUY) and buys it back (SELL) through a ramp provider.',
  'Amounts are decimal strings, times are RFC 3339 in UTC, unknown fields are refused.',
  'Errors are `application/problem+json`; decide by their `code`.',
].join('\n\n');

const METHODS = ['get', 'post'] as const;

/** The OpenAPI document, made from the controllers and DTOs. */
function describeApi(app: NestExpressApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Ramp Checkout')
    .setVersion(serviceVersion())
    .setDescription(DESCRIPTION)
    .addServer('/');
  const document = SwaggerModule.createDocument(app, builder.build(), {
    // Names that a generated client can use: `quotes_create`.
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '').toLowerCase()}_${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: PROBLEM_SCHEMA },
    securitySchemes: SECURITY_SCHEMES,
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const permission = permissionOf(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'));
      // Without a row it is closed to all, which no caller could do anything about.
      if (operation !== undefined && permission !== null) operation.security = securityOf(permission);
    }
  }
  addCommonProblems(document);
  return document;
}

/** Serves the document at `/openapi.json` and pages to read it at `/docs`. Made when it is first asked for. */
export function serveOpenApi(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Ramp Checkout API',
    swaggerOptions: { validatorUrl: null },
  });
}
