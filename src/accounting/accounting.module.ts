import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { HistoryRepository } from './history/history.repository.js';
import { OrderExportService } from './export/order-export.service.js';
import { RemovalService } from './removal/removal.service.js';
import { ReportExportService } from './report/report-export.service.js';
import { ReportService } from './report/report.service.js';

@Module({
  imports: [OrdersModule],
  providers: [ReportService, ReportExportService, OrderExportService, HistoryRepository, RemovalService],
  exports: [ReportExportService, OrderExportService, RemovalService],
})
export class AccountingModule {}
