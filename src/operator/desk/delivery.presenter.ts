import type { AttemptRow, DeliveryFile, ListedDelivery } from '../../webhooks/webhook.types.js';
import { Mask } from '../../platform/redaction/for-staff.js';
import { iso } from '../../platform/shared/moment.js';
import type { AttemptDto, DeliveryDto, DeliveryFileDto } from './deliveries.dto.js';

export function presentDelivery({ createdAt, nextAt, ...rest }: ListedDelivery): DeliveryDto {
  const { id, endpointId, messageId, event, merchantOrderNo, version, state, attempts } = rest;
  return {
    ...{ id, endpointId, messageId, event, merchantOrderNo, version, state, attempts },
    ...{ createdAt: createdAt.toISOString(), nextAt: iso(nextAt) },
  };
}

/** With each attempt. An answer may repeat personal data of the order, or name other people. */
export function presentDeliveryFile({ delivery, attempts }: DeliveryFile, mask = new Mask([])): DeliveryFileDto {
  return { ...presentDelivery(delivery), tries: attempts.map((attempt) => presentAttempt(attempt, mask)) };
}

const presentAttempt = ({ n, at, durationMs, status, error, answer }: AttemptRow, mask: Mask): AttemptDto => ({
  ...{ n, at: at.toISOString(), durationMs, status, error, answer: answer && maskedAnswer(answer, mask) },
});

function maskedAnswer(answer: string, mask: Mask): string {
  try {
    return JSON.stringify(mask.raw(JSON.parse(answer)));
  } catch {
    return mask.text(answer);
  }
}
