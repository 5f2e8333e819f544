import { ValidateBy } from 'class-validator';
import { momentOf } from '../../shared/moment.js';

/** A time as RFC 3339 writes it, or a date, which means its midnight, UTC. */
export function IsMoment(): PropertyDecorator {
  return ValidateBy({
    name: 'isMoment',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && momentOf(value) !== null,
      defaultMessage: () => 'must be a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31',
    },
  });
}
