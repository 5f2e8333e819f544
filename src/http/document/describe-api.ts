import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SECURITY_SCHEMES } from '../../access/api-security.js';
import { ORDER_SCHEMA } from '../../orders/order-schema.js';
import { serviceVersion } from '../version.js';
import { addHeaders, HEADERS } from './headers.js';
import { modernSchemas } from './modern-schemas.js';
import { exemplifyParameters } from './parameter-examples.js';
import { addProblems } from './problems.js';
import { problemExamples } from './problem-responses.js';
import { problemSchemas } from './problem-schemas.js';
import { closeRequestBodies } from './request-bodies.js';
import { plainNames } from './schema-names.js';
import { addSecurity } from './security.js';
import { TAGS } from './tags.js';

const DESCRIPTION = [
  'Sells crypto for fiat (BUY) and buys it back (SELL) through a ramp provider.',
  'Amounts are decimal strings, times are RFC 3339 in UTC, unknown fields are refused. A later version may add fields to ' +
    'answers: pass over those that you don\u2019t know.',
  'Errors are `application/problem+json` (RFC 9457); decide by their `code`.',
].join('\n\n');

/** `identifier` is new in OpenAPI 3.1, and the framework's types have not heard of it. */
const LICENSE: { name: string; identifier: string } = {
  name: 'UNLICENSED: proprietary, all rights reserved',
  identifier: 'LicenseRef-UNLICENSED',
};

/**
 * The OpenAPI 3.1 document, made from the controllers and DTOs of an application that need not be initialised. Only a build
 * gives all of it: the comments of DTOs are read by the compiler.
 */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, frame(), {
    // Names that a generated client can use: `quotes_create`.
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '').toLowerCase()}_${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...ORDER_SCHEMA, ...problemSchemas() },
    examples: problemExamples(),
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  };
  addSecurity(document);
  addProblems(document);
  addHeaders(document);
  return exemplifyParameters(closeRequestBodies(modernSchemas(plainNames(document))));
}

function frame(): ReturnType<DocumentBuilder['build']> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Ramp Checkout')
    .setVersion(serviceVersion())
    .setDescription(DESCRIPTION)
    .addServer('/', 'Where this document comes from.');
  for (const [name, description] of TAGS) builder.addTag(name, description);
  const frame = builder.build();
  // The framework writes an empty contact, which is none.
  delete frame.info.contact;
  frame.info.license = LICENSE;
  return frame;
}
