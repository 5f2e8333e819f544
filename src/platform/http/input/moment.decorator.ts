import { momentOf } from '../../shared/moment.js';
import { IsText } from './rule.decorator.js';

/** A time as RFC 3339 writes it, or a date, which means its midnight, UTC. */
export const IsMoment = (): PropertyDecorator =>
  IsText(
    'isMoment',
    (text) => momentOf(text) !== null,
    'must be a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31',
  );
