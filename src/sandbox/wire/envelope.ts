import { randomUUID } from 'node:crypto';
import type { Refusal } from './refusal.js';

/** What every endpoint answers with. */
export interface Envelope {
  readonly success: boolean;
  readonly returnCode: string;
  readonly returnMsg: string;
  readonly extend: string;
  readonly data: unknown;
  readonly traceId: string;
}

export function successEnvelope(data: unknown): Envelope {
  return { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data, traceId: traceId() };
}

export function refusalEnvelope({ returnCode, returnMsg }: Pick<Refusal, 'returnCode' | 'returnMsg'>): Envelope {
  return { success: false, returnCode, returnMsg, extend: '', data: null, traceId: traceId() };
}

function traceId(): string {
  return randomUUID().replaceAll('-', '');
}
