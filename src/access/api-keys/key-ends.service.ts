import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { ApiKeyRepository } from './api-key.repository.js';

@Injectable()
export class KeyEndsService {
  constructor(repository: ApiKeyRepository, metrics: Metrics) {
    metrics.gauge(
      'ramp_checkout_api_key_ends_seconds',
      'Until the next API key without a successor ends, by role; absent where none will.',
      ['role'],
      async () => (await repository.firstEnds()).map(({ role, leftS }) => ({ labels: { role }, value: leftS })),
    );
  }
}
