import { ValidateBy } from 'class-validator';
import { momentOf } from '../../shared/moment.js';

/** A day or an RFC 3339 time. */
export function IsMoment(): PropertyDecorator {
  return ValidateBy({
    name: 'isMoment',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && momentOf(value) !== null,
      defaultMessage: () => 'must be a day such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z',
    },
  });
}
