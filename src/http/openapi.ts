import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { addCommonProblems } from './common-problems.js';
import { addSecurity } from './document-security.js';
import { PROBLEM_SCHEMA } from './problem-schema.js';
import { serviceVersion } from './version.js';

const DESCRIPTION = [
  'Sells crypto for fiat (BUY) and buys it back (SELL) through a ramp provider.',
  'Amounts are decimal strings, times are RFC 3339 in UTC, unknown fields are refused.',
  'Errors are `application/problem+json`; decide by their `code`.',
].join('\n\n');

/** The OpenAPI document, made from the controllers and DTOs. */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
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
  };
  addSecurity(document);
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
