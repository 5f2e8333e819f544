import { Injectable } from '@nestjs/common';
import type { NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { rememberCaller } from '../http/request-caller.js';
import { AccessService } from './access.service.js';
import { credentialsOf } from './credentials.js';

/** Who is calling: asked for everything below `/v1`, also where there is no route, so that strangers learn nothing. */
@Injectable()
export class AccessMiddleware implements NestMiddleware {
  constructor(private readonly access: AccessService) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    rememberCaller(request, await this.access.identify(credentialsOf(request.rawHeaders)));
    next();
  }
}
