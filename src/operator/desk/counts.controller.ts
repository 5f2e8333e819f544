import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { count, shape } from '../../platform/http/answers/shape.js';
import { CountsService } from './counts.service.js';

const COUNTS = shape('CountsDto', {
  inReview: count('Orders with an open mismatch.', 3),
  overdue: count(
    'Orders that are overdue, as the report defines it. Of each polling queue and each status the 100 oldest are counted.',
    1,
  ),
  doublePayments: count('Orders that were paid twice, and are not resolved.', 0),
  failedDeliveries: count('Webhook deliveries that were given up, of the newest 10,000 that did not arrive.', 2),
  ordersInMaking: count('Orders whose trade is being created.', 4),
});

@ApiTags('staff')
@Controller('v1/admin/counts')
export class CountsController {
  constructor(private readonly counts: CountsService) {}

  @Get()
  @ApiOperation({ summary: 'Counts of open work', description: 'At most one second old.' })
  @ApiOkResponse({ type: COUNTS.Dto, description: 'The counts, of one moment.' })
  async read() {
    return COUNTS.show(await this.counts.now());
  }
}
