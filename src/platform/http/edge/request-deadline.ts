import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { from, lastValueFrom } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Time } from '../../time/time.js';
import { inRequestTime, withRequestTime } from '../../time/request-time.js';

const openedAt = new WeakMap<object, number>();

export function markStreamOpened(response: object, time: Time): void {
  openedAt.set(response, time.monotonic());
}

export function streamOpenedAt(response: object): number | null {
  return openedAt.get(response) ?? null;
}

/** Gives each request one deadline, counted from when its headers were read. */
export function limitRequestTime(time: Time, limitMs: number): RequestHandler {
  return (_request, response, next) => {
    const hasBegun = (): boolean => response.headersSent || streamOpenedAt(response) !== null;
    withRequestTime(time, limitMs, hasBegun, next);
  };
}

/** Answers `unavailable` shortly after the deadline if the route has not answered. */
export class RequestDeadline implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(inRequestTime(lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
