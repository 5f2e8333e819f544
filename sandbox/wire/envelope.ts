import { randomUUID } from 'node:crypto';
import type { Behaviour } from '../switches/behaviour.js';
import type { Refusal } from './refusal.js';

export interface Envelope {
  readonly success: boolean;
  readonly returnCode: string;
  readonly returnMsg: string;
  readonly extend: string;
  readonly data: unknown;
  readonly traceId?: string;
}

type Tracing = Pick<Behaviour, 'traceId'>;

export function successEnvelope(data: unknown, tracing: Tracing): Envelope {
  return { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data, ...trace(tracing) };
}

export function refusalEnvelope(
  { returnCode, returnMsg }: Pick<Refusal, 'returnCode' | 'returnMsg'>,
  tracing: Tracing,
): Envelope {
  return { success: false, returnCode, returnMsg, extend: '', data: null, ...trace(tracing) };
}

function trace({ traceId }: Tracing): Pick<Envelope, 'traceId'> {
  return traceId ? { traceId: randomUUID().replaceAll('-', '') } : {};
}
