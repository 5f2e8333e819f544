import { Controller, Get, Query } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AUDIT_LIST } from '../../audit/audit-list.js';
import { RECEIPT_LIST } from '../../callbacks/receipt-list.js';
import { Database } from '../../platform/database/database.js';
import type { Class } from '../../platform/http/answers/shape.js';
import { RUN_LIST } from '../../reconciliation/runs.service.js';

interface AnyList {
  readonly Query: Class<object>;
  describe(summary: string, description: string, page?: string): MethodDecorator;
  answer(database: Database, query: object): Promise<unknown>;
}

/** `GET` of a list. `name` is the controller's, from which the operation's id is made; `texts` describe the operation. */
function listRoute(name: string, path: string, list: AnyList, ...texts: Parameters<AnyList['describe']>): Type {
  class RouteQueryDto extends list.Query {}

  @ApiTags('staff')
  @Controller(path)
  class ListController {
    constructor(private readonly database: Database) {}

    @Get()
    @list.describe(...texts)
    list(@Query() query: RouteQueryDto) {
      return list.answer(this.database, query);
    }
  }
  Object.defineProperty(ListController, 'name', { value: name });
  return ListController;
}

/** The lists that are a table and nothing else. Their permissions stand in `access/permissions`. */
export const LIST_CONTROLLERS = [
  listRoute('RunsController', 'v1/admin/runs', RUN_LIST, 'Reconciliation runs', 'Of all replicas, newest first.'),
  listRoute(
    'ReceiptsController',
    'v1/admin/callbacks',
    RECEIPT_LIST,
    'Received callbacks',
    'Newest first. Their bytes stay encrypted.',
  ),
  listRoute(
    'AuditController',
    'v1/admin/audit',
    AUDIT_LIST,
    'The audit log',
    'Actor, action, time, address and reason; newest first. Entries cannot be changed or removed.',
    'A page of the log.',
  ),
];
