import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { HistoryRepository } from './history/history.repository.js';
import { OrderExportService } from './export/order-export.service.js';
import { OrderLineRepository } from './export/order-line.repository.js';
import { RemovalRepository } from './removal/removal.repository.js';
import { RemovalService } from './removal/removal.service.js';
import { ReportExportService } from './report/report-export.service.js';
import { ReportRepository } from './report/report.repository.js';
import { ReportService } from './report/report.service.js';

/** The part of accounting that the running service needs; the CLI uses the rest. */
@Module({
  imports: [OrdersModule],
  providers: [
    ReportRepository,
    ReportService,
    ReportExportService,
    OrderLineRepository,
    OrderExportService,
    HistoryRepository,
    RemovalRepository,
    RemovalService,
  ],
  exports: [ReportExportService, OrderExportService, RemovalService],
})
export class AccountingModule {}
