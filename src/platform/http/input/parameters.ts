import { ApiParam } from '@nestjs/swagger';

export const ApiOrderNumber = (): MethodDecorator =>
  ApiParam({
    name: 'merchantOrderNo',
    description: 'The order\u2019s number.',
    schema: { type: 'string', minLength: 1, maxLength: 44, example: 'A-1001' },
  });

export const ApiId = (of: string): MethodDecorator =>
  ApiParam({
    name: 'id',
    description: `The id of ${of}.`,
    schema: { type: 'string', format: 'uuid', example: '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10' },
  });
