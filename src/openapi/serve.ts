import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { describeApi } from './describe-api.js';
import { docsPolicy } from '../platform/http/edge/headers.js';

const TITLE = 'Ramp Checkout API';

/** Serves the document at `/openapi.json` and its pages at `/docs`. Built at the first request. */
export function serveOpenApi(app: NestExpressApplication): void {
  app.use('/docs', docsPolicy);
  // Registered before the framework's own page, whose inline styles the content policy forbids.
  const express = app.getHttpAdapter().getInstance();
  for (const path of ['/docs', '/docs/index.html']) express.get(path, showPage);
  let made: { readonly document: OpenAPIObject; readonly json: string } | null = null;
  const make = () => {
    const document = describeApi(app);
    return { document, json: JSON.stringify(document) };
  };
  express.get('/openapi.json', (_request: Request, response: Response) => {
    response.type('application/json').send((made ??= make()).json);
  });
  SwaggerModule.setup('docs', app, () => (made ??= make()).document, {
    raw: false,
    // Without the bar for loading other documents.
    swaggerOptions: { validatorUrl: null, layout: 'BaseLayout' },
  });
}

function showPage({ path }: Request, response: Response): void {
  // Relative links, since a proxy may serve us below a path.
  response.type('text/html').send(pageAt(path.toLowerCase() === '/docs' ? './docs/' : './'));
}

/** The page that loads Swagger UI. All styles are files, as the content policy requires. */
const pageAt = (base: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title>
<link rel="stylesheet" href="${base}swagger-ui.css">
<link rel="stylesheet" href="${base}index.css">
<link rel="icon" type="image/png" sizes="32x32" href="${base}favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}swagger-ui-bundle.js"></script>
<script src="${base}swagger-ui-standalone-preset.js"></script>
<script src="${base}swagger-ui-init.js"></script>
</body>
</html>
`;
