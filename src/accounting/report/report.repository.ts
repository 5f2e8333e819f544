import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { lineParameters } from './lines-sql.js';
import { REPORT_SQL } from './report-sql.js';
import { BUCKETS } from './report.types.js';
import type { Bucket, ReportFacts, ReportRequest } from './report.types.js';

const NO_ORDERS = Object.fromEntries(BUCKETS.map((bucket) => [bucket, 0])) as Record<Bucket, number>;

interface Row {
  generated_at: Date;
  orders: number;
  buckets: Partial<Record<Bucket, number>> | null;
  by_status: ReportFacts['byStatus'];
  by_side: ReportFacts['bySide'];
  fiat: ReportFacts['fiat'];
  ramp_fees: ReportFacts['rampFees'];
  network_fees: ReportFacts['networkFees'];
  rebates: ReportFacts['rebates'];
  rebates_usd: ReportFacts['rebatesUsd'];
  crypto: ReportFacts['crypto'];
  mismatches: ReportFacts['mismatches'];
  double_payments: ReportFacts['doublePayments'];
  oldest_open: ReportFacts['oldestOpen'];
  removed: ReportFacts['removed'];
}

@Injectable()
export class ReportRepository {
  constructor(private readonly database: Database) {}

  async read({ span, policy, timeoutMs }: ReportRequest): Promise<ReportFacts> {
    const parameters = lineParameters(span, policy);
    const [row] = await this.database.readPatiently<Row>(REPORT_SQL, parameters, timeoutMs);
    if (row === undefined) throw new Error('Postgres gave no report');
    const { oldest_open: oldest } = row;
    return {
      generatedAt: row.generated_at.toISOString(),
      orders: row.orders,
      buckets: { ...NO_ORDERS, ...row.buckets },
      byStatus: row.by_status,
      bySide: row.by_side,
      fiat: row.fiat,
      rampFees: row.ramp_fees,
      networkFees: row.network_fees,
      rebates: row.rebates,
      rebatesUsd: row.rebates_usd,
      crypto: row.crypto,
      mismatches: row.mismatches,
      doublePayments: row.double_payments,
      oldestOpen: oldest && { ...oldest, createdAt: new Date(oldest.createdAt).toISOString() },
      removed: row.removed,
    };
  }
}
