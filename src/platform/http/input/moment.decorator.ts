import { momentOf } from '../../time/time.js';
import { IsText } from './rule.decorator.js';

/** An RFC 3339 time, or a date, which means its midnight in UTC. */
export const IsMoment = (): PropertyDecorator =>
  IsText(
    'isMoment',
    (text) => momentOf(text) !== null,
    'must be a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31',
  );
