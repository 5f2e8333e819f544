import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';

/** One object of a class of its own, checked by that class' rules. `ValidateNested` alone lets a list pass for an object. */
export function IsNested(nested: () => new () => object): PropertyDecorator {
  return applyDecorators(ValidateNested(), Type(nested), IsObject({ message: 'must be an object' }));
}
