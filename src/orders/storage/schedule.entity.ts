import type { Schedule, TradeRow } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';

/** Narrow, and apart from the trade: a quiet poll writes only here. */
export const SCHEDULE_COLUMNS: Columns<Schedule & Pick<TradeRow, 'tradeNo'>> = {
  tradeNo: 'text',
  watchClass: 'text?',
  nextQueryAt: 'timestamptz?',
  plannedAt: 'timestamptz?',
  leaseId: 'uuid?',
  leaseUntil: 'timestamptz?',
  hintedAt: 'timestamptz?',
  hintCause: 'text?',
  lastAskedAt: 'timestamptz?',
  lastAnswerAt: 'timestamptz?',
  understood: 'boolean = true',
  notFoundAt: 'timestamptz?',
  finalFieldsAsked: 'boolean = false',
  quietAnswers: 'integer = 0',
  missedAnswers: 'integer = 0',
  fruitlessAnswers: 'integer = 0',
};

export const ScheduleEntity = entity('schedules', SCHEDULE_COLUMNS, ['tradeNo'], {
  foreignKeys: [{ ...refersTo('schedules_trade_fkey', 'trades', 'tradeNo'), onDelete: 'CASCADE' }],
  indices: [
    { name: 'schedules_due', columns: ['watchClass', 'nextQueryAt'], where: 'next_query_at IS NOT NULL' },
    { name: 'schedules_planned', columns: ['plannedAt'], where: 'next_query_at IS NOT NULL' },
    { name: 'schedules_called', synchronize: false },
    { name: 'schedules_followed', synchronize: false },
    { name: 'schedules_read', synchronize: false },
    {
      name: 'schedules_unanswered',
      columns: ['missedAnswers'],
      where: 'missed_answers >= 3 AND next_query_at IS NOT NULL',
    },
  ],
});
