import { Module } from '@nestjs/common';
import { AccountingModule } from '../accounting/accounting.module.js';
import { CallbacksModule } from '../callbacks/callbacks.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { PausesModule } from '../pauses/pauses.module.js';
import { PausesController } from './pauses/pauses.controller.js';
import { StaffPausesService } from './pauses/staff-pauses.service.js';
import { NotesController } from './notes/notes.controller.js';
import { NotesService } from './notes/notes.service.js';
import { CountsController } from './desk/counts.controller.js';
import { CountsService } from './desk/counts.service.js';
import { DeliveriesController } from './desk/deliveries.controller.js';
import { LIST_CONTROLLERS } from './desk/lists.controller.js';
import { MethodsController } from './desk/methods.controller.js';
import { MethodsService } from './desk/methods.service.js';
import { MismatchesController } from './desk/mismatches.controller.js';
import { MismatchesService } from './desk/mismatches.service.js';
import { OrderAuditController } from './desk/order-audit.controller.js';
import { ReportController } from './desk/report.controller.js';
import { OperatorOrdersController, OrderActsController } from './orders/operator-orders.controller.js';
import { OperatorOrdersService } from './orders/operator-orders.service.js';
import { OrderExportController } from './orders/order-export.controller.js';

@Module({
  imports: [AccountingModule, OrdersModule, ReadingModule, CallbacksModule, CatalogModule, PausesModule],
  controllers: [
    MismatchesController,
    ReportController,
    DeliveriesController,
    CountsController,
    MethodsController,
    ...LIST_CONTROLLERS,
    // The export first: its path would match an order called `export`.
    OrderExportController,
    OperatorOrdersController,
    OrderActsController,
    NotesController,
    PausesController,
    OrderAuditController,
  ],
  providers: [
    CountsService,
    MethodsService,
    MismatchesService,
    NotesService,
    OperatorOrdersService,
    StaffPausesService,
  ],
})
export class OperatorModule {}
