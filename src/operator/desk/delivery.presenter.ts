import type { AttemptRow, DeliveryFile, ListedDelivery } from '../../webhooks/webhook.types.js';
import { iso } from '../../platform/shared/moment.js';
import type { AttemptDto, DeliveryDto, DeliveryFileDto } from './deliveries.dto.js';

export function presentDelivery({ createdAt, nextAt, ...rest }: ListedDelivery): DeliveryDto {
  const { id, endpointId, messageId, event, merchantOrderNo, version, state, attempts } = rest;
  return {
    ...{ id, endpointId, messageId, event, merchantOrderNo, version, state, attempts },
    ...{ createdAt: createdAt.toISOString(), nextAt: iso(nextAt) },
  };
}

/** With each attempt. */
export function presentDeliveryFile({ delivery, attempts }: DeliveryFile): DeliveryFileDto {
  return { ...presentDelivery(delivery), tries: attempts.map(presentAttempt) };
}

const presentAttempt = ({ n, at, durationMs, status, error, answer }: AttemptRow): AttemptDto => ({
  ...{ n, at: at.toISOString(), durationMs, status, error, answer },
});
