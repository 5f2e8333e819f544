import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ListedReceipt } from '../../callbacks/receipt.types.js';
import { ReceiptsService } from '../../callbacks/receipts.service.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { pageAsked, UUID } from '../../platform/http/input/queries.js';
import { iso } from '../../platform/shared/moment.js';
import { ReceiptsDto, ReceiptsQueryDto } from './receipts.dto.js';
import type { ReceiptDto } from './receipts.dto.js';

@ApiTags('staff')
@Controller('v1/admin/callbacks')
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Get()
  @ApiOperation({ summary: 'Callbacks that came', description: 'Newest first. Their bytes stay encrypted.' })
  @ApiOkResponse({ type: ReceiptsDto, description: 'A page of the list.' })
  @ApiProblems('invalid_request', 'unauthenticated', 'forbidden', 'unavailable')
  async list(@Query() query: ReceiptsQueryDto): Promise<ReceiptsDto> {
    const { merchantOrderNo = null, tradeNo = null } = query;
    const filter = { merchantOrderNo, tradeNo, orphan: query.orphan === 'true' };
    const { rows, next } = await this.receipts.list(filter, pageAsked(query, UUID));
    return { items: rows.map(presentReceipt), nextCursor: next && encodeCursor(next) };
  }
}

function presentReceipt(receipt: ListedReceipt): ReceiptDto {
  return {
    id: receipt.id,
    receivedAt: receipt.receivedAt.toISOString(),
    lastReceivedAt: iso(receipt.lastReceivedAt),
    times: receipt.times,
    dropped: receipt.dropped,
    tradeNo: receipt.tradeNo,
    merchantOrderNo: receipt.merchantOrderNo,
    method: receipt.method,
    claimedStatus: receipt.claimedStatus,
    digest: receipt.digest,
  };
}
