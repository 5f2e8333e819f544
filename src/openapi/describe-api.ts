import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SECURITY_SCHEMES, securityOf } from '../access/api-security.js';
import { EVENT_SCHEMAS } from '../reading/api/event-schema.js';
import { ORDER_SCHEMA } from '../reading/api/order-schema.js';
import { HEADERS, headerRef } from '../platform/http/input/api-fields.js';
import { addProblems, problemExamples, problemSchemas } from './problems.js';
import type { Operation } from './problems.js';
import { closeRequestBodies, modernSchemas, plainNames } from './schemas.js';
import { ENDPOINT_EVENT_SCHEMAS, outgoingWebhooks } from '../webhooks/api/event-schema.js';
import { permissionOf } from '../access/permissions.js';
import { serviceVersion } from '../platform/config/project-folder.js';

const DESCRIPTION = [
  'Sells crypto for fiat (BUY) and buys it back (SELL) through a ramp provider.',
  'Amounts are decimal strings, times are RFC 3339 in UTC, unknown fields are refused. A later version may add fields to ' +
    'answers: pass over those that you don\u2019t know.',
  'Errors are `application/problem+json` (RFC 9457); decide by their `code`.',
].join('\n\n');

/** `identifier` is new in OpenAPI 3.1 and missing from the framework's types. */
const LICENSE: { name: string; identifier: string } = {
  name: 'UNLICENSED: proprietary, all rights reserved',
  identifier: 'LicenseRef-UNLICENSED',
};

/** Complete only after a build: the compiler plugin turns the comments of DTOs into descriptions. */
export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, frame(), {
    // Usable as names in a generated client: `quotes_create`.
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '').toLowerCase()}_${method}`,
  });
  document.components = {
    ...document.components,
    schemas: {
      ...document.components?.schemas,
      ...ORDER_SCHEMA,
      ...EVENT_SCHEMAS,
      ...ENDPOINT_EVENT_SCHEMAS,
      ...problemSchemas(),
    },
    examples: problemExamples(),
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  };
  for (const { method, path, operation } of operationsOf(document)) {
    const permission = permissionOf(method, path);
    // A route outside the table is closed to all; there is nothing to document.
    if (permission !== null) operation.security = securityOf(permission);
    addProblems(operation, path);
    addRequestId(operation);
  }
  return describeParameters(
    closeRequestBodies(modernSchemas(plainNames({ ...document, webhooks: outgoingWebhooks() }))),
  );
}

function frame(): ReturnType<DocumentBuilder['build']> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Ramp Checkout')
    .setVersion(serviceVersion())
    .setDescription(DESCRIPTION)
    .addServer('/', 'The server of this document.');
  for (const [name, description] of TAGS) builder.addTag(name, description);
  const frame = builder.build();
  // Removes the empty contact that the framework writes.
  delete frame.info.contact;
  frame.info.license = LICENSE;
  return frame;
}

/** Sections of the document, in reading order. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['catalog', 'Pairs on offer, their limits and prices.'],
  ['checkout', 'Creating an order, and retrying a failed one.'],
  ['orders', 'The state of orders, lists of them, their metadata and notes; sales to watch.'],
  ['staff: orders', 'Any order with all its evidence, for the merchant\u2019s staff. No operation sets a status.'],
  ['staff', 'Mismatches, callbacks, runs, the audit log and the accounting report.'],
  ['admin', 'API keys of the merchant\u2019s servers and staff.'],
  ['operation', 'Health and metrics of one process, for its operators.'],
];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation with its route as the router writes it: `GET /v1/orders/:merchantOrderNo`. */
function operationsOf({ paths }: OpenAPIObject): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    METHODS.flatMap((verb) => {
      const operation = item[verb];
      if (operation === undefined) return [];
      return [{ method: verb.toUpperCase(), path: template.replaceAll(/\{(\w+)\}/g, ':$1'), operation }];
    }),
  );
}

function addRequestId({ responses }: Operation): void {
  for (const response of Object.values(responses)) {
    if (response === undefined || '$ref' in response) continue;
    response.headers = { 'X-Request-Id': headerRef('RequestId'), ...response.headers };
  }
}

interface ExampleParameter {
  example?: unknown;
  schema?: { type?: unknown; examples?: unknown[] };
}

/** Puts examples of parameters beside their schema, where form-filling tools look for them. */
function describeParameters(document: OpenAPIObject): OpenAPIObject {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as ExampleParameter[]) {
      if (parameter.schema?.type === 'object') Object.assign(parameter, { style: 'deepObject', explode: true });
      const [example] = parameter.schema?.examples ?? [];
      if (example === undefined) continue;
      parameter.example = example;
      delete parameter.schema?.examples;
    }
  }
  return document;
}
