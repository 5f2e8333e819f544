import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { iso } from '../../platform/time/time.js';
import { lineParameters } from './lines-sql.js';
import { reportSql } from './report-sql.js';
import { BUCKETS } from './report.types.js';
import type { ReportBucket, Report, ReportRequest } from './report.types.js';

const NO_ORDERS = Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0])) as Record<ReportBucket, number>;

type ReportRow = Omit<Report, 'from' | 'to' | 'by' | 'balanced' | 'generatedAt' | 'buckets'> & {
  readonly generatedAt: Date;
  readonly buckets: Partial<Record<ReportBucket, number>> | null;
};

@Injectable()
export class ReportService {
  constructor(private readonly database: Database) {}

  /** From one snapshot. Throws database errors. */
  async report({ span, by = 'created', policy, timeoutMs }: ReportRequest): Promise<Report> {
    const parameters = lineParameters(span, policy);
    const [row] = await this.database.readPatiently<ReportRow>(reportSql(by), parameters, timeoutMs);
    if (row === undefined) throw new Error('Postgres gave no report');
    const { oldestOpen } = row;
    const facts = {
      ...row,
      generatedAt: row.generatedAt.toISOString(),
      buckets: { ...NO_ORDERS, ...row.buckets },
      oldestOpen: oldestOpen && { ...oldestOpen, createdAt: new Date(oldestOpen.createdAt).toISOString() },
    };
    return { from: iso(span.from), to: iso(span.to), by, balanced: isBalanced(facts), ...facts };
  }
}

/** Whether buckets, statuses and sides each add up to the independent count of orders. */
export function isBalanced({
  orders,
  buckets,
  byStatus,
  bySide,
}: Pick<Report, 'orders' | 'buckets' | 'byStatus' | 'bySide'>): boolean {
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  return [Object.values(buckets), byStatus.map((status) => status.orders), bySide.map((side) => side.orders)].every(
    (counts) => total(counts) === orders,
  );
}
