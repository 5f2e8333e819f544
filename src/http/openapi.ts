import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { describeApi } from './document/describe-api.js';

/** Serves the document at `/openapi.json` and pages to read it at `/docs`. Made when it is first asked for. */
export function serveOpenApi(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Ramp Checkout API',
    swaggerOptions: { validatorUrl: null },
  });
}
