import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';

/**
 * Says once that somebody who is not trusted speaks for others. Mostly that is a load balancer that nobody has named, and then
 * all customers count as one address.
 */
export function noticeProxies(isProxy: (address: string) => boolean): RequestHandler {
  const logger = new Logger('Edge');
  let isSaid = false;
  return (request, _response, next) => {
    if (!isSaid && request.get('x-forwarded-for') !== undefined && !isProxy(request.socket.remoteAddress ?? '')) {
      isSaid = true;
      logger.warn('X-Forwarded-For is ignored: if a proxy of yours sends it, name it in TRUSTED_PROXIES');
    }
    next();
  };
}
