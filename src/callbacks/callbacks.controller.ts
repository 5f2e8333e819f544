import { All, Controller, Options, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../platform/config/settings.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { CallbacksService } from './callbacks.service.js';

/** Other headers are not stored: they may hold unrelated data. */
const KEPT_HEADERS = ['content-type', 'content-encoding', 'timestamp', 'sign', 'signature', 'user-agent', 'date'];

@ApiExcludeController()
@Controller('callbacks/ramp')
export class CallbacksController {
  constructor(
    private readonly callbacks: CallbacksService,
    private readonly settings: Settings,
  ) {}

  @Options(':token')
  async options(@Param('token') token: string, @Res() response: Response): Promise<void> {
    await this.callbacks.tradeOf(token);
    response.status(204).setHeader('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS').end();
  }

  @All(':token')
  async receive(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) {
      await this.callbacks.receiveTooLarge(token);
      throw new Problem('payload_too_large', PROBLEM_TEXTS.bodyTooLarge);
    }
    const { reply } = this.settings.callbacks;
    await this.callbacks.receive(token, {
      method: request.method,
      query: queryOf(request.url),
      headers: headersOf(request, KEPT_HEADERS),
      body,
    });
    response.status(reply.status).type(reply.type).send(reply.body);
  }
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

function headersOf(request: Request, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
