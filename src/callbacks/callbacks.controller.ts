import { All, Controller, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../config/settings.js';
import { CallbacksService } from './callbacks.service.js';

/** Headers of a callback that are kept; all others may hold what does not concern us. */
const KEPT_HEADERS = ['content-type', 'timestamp', 'sign', 'signature', 'user-agent', 'date'];

/** The provider's way in. The token in the address says which trade it is about. */
@ApiExcludeController()
@Controller('callbacks/ramp')
export class CallbacksController {
  constructor(
    private readonly callbacks: CallbacksService,
    private readonly settings: Settings,
  ) {}

  @All(':token')
  async receive(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const body: unknown = request.body;
    await this.callbacks.receive(token, {
      method: request.method,
      query: request.url.split('?')[1] ?? '',
      headers: keptHeaders(request),
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    });
    const { status, body: reply } = this.settings.callbacks.reply;
    response
      .status(status)
      .type(reply.startsWith('{') ? 'application/json' : 'text/plain')
      .send(reply);
  }
}

function keptHeaders(request: Request): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
