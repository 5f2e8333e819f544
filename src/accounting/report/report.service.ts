import { Injectable } from '@nestjs/common';
import { ReportRepository } from './report.repository.js';
import type { Report, ReportFacts, ReportRequest } from './report.types.js';
import { iso } from '../../platform/time/time.js';

/** The accounting report: each order of a span in exactly one bucket, and the money that moved. */
@Injectable()
export class ReportService {
  constructor(private readonly repository: ReportRepository) {}

  /** From one snapshot. Throws database errors. */
  async report(request: ReportRequest): Promise<Report> {
    const facts = await this.repository.read(request);
    const { from, to } = request.span;
    return { from: iso(from), to: iso(to), balanced: isBalanced(facts), ...facts };
  }
}

/** Whether buckets, statuses and sides each add up to the independent count of orders. */
export function isBalanced({ orders, buckets, byStatus, bySide }: ReportFacts): boolean {
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  return [Object.values(buckets), byStatus.map((status) => status.orders), bySide.map((side) => side.orders)].every(
    (counts) => total(counts) === orders,
  );
}
