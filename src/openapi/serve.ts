import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describeApi } from './describe-api.js';
import { docsPolicy } from '../platform/http/edge/security-headers.js';

const TITLE = 'Ramp Checkout API';

/** Serves the document at `/openapi.json` and pages to read it at `/docs`. Made once, at the first request for it. */
export function serveOpenApi(app: NestExpressApplication): void {
  let made: ReturnType<typeof make> | null = null;
  app.use('/docs', docsPolicy);
  // Before the framework's own page, whose styles stand in it, where a strict policy forbids them.
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
    // Without the bar in which another document could be asked for.
    swaggerOptions: { validatorUrl: null, layout: 'BaseLayout' },
  });
}

function make(app: NestExpressApplication) {
  const document = describeApi(app);
  const identity = Buffer.from(JSON.stringify(document));
  return { document, identity, gzip: gzipSync(identity), tag: createHash('sha256').update(identity).digest('hex') };
}

function showPage({ path }: Request, response: Response): void {
  // Addresses relative to this one, in case that a proxy has us below a path of its own.
  response.type('text/html').send(pageAt(path.toLowerCase() === '/docs' ? './docs/' : './'));
}

/** The page that loads Swagger UI. All styles are files of their own. */
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
