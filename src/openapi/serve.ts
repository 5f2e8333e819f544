import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describeApi } from './describe-api.js';
import { docsPolicy } from '../platform/http/edge/headers.js';

const TITLE = 'Ramp Checkout API';

/** Serves the document at `/openapi.json` and its pages at `/docs`. Built at the first request. */
export function serveOpenApi(app: NestExpressApplication): void {
  let made: ReturnType<typeof make> | null = null;
  app.use('/docs', docsPolicy);
  // Registered before the framework's own page, whose inline styles the content policy forbids.
  const express = app.getHttpAdapter().getInstance();
  for (const path of ['/docs', '/docs/index.html']) express.get(path, showPage);
  express.get('/openapi.json', (request: Request, response: Response) => {
    made ??= make(app);
    const encoding = request.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
    if (encoding === 'gzip') response.setHeader('Content-Encoding', encoding);
    response.vary('Accept-Encoding').set({ ETag: `"${made.tag}-${encoding}"`, 'Cache-Control': 'no-cache' });
    response.type('application/json').send(made[encoding]);
  });
  SwaggerModule.setup('docs', app, () => (made ??= make(app)).document, {
    raw: false,
    // Without the bar for loading other documents.
    swaggerOptions: { validatorUrl: null, layout: 'BaseLayout' },
  });
}

function make(app: NestExpressApplication) {
  const document = describeApi(app);
  const identity = Buffer.from(JSON.stringify(document));
  return { document, identity, gzip: gzipSync(identity), tag: createHash('sha256').update(identity).digest('hex') };
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
