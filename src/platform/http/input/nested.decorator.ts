import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';

/** A nested object with rules of its own. `ValidateNested` alone would also accept a list. */
export function IsNested(nested: () => new () => object): PropertyDecorator {
  return applyDecorators(ValidateNested(), Type(nested), IsObject({ message: 'must be an object' }));
}
