import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { LONGEST_VALUE, metadataFault, MOST_NAMES } from '../model/metadata.js';

const EXAMPLE = { cart: '8841', channel: 'app' };

/** Metadata in an answer. */
export const ApiMetadata = (): PropertyDecorator =>
  ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, selfRequired: false, example: EXAMPLE });

/** Metadata in a request: names and texts, where an empty text or null takes a name away. */
export const IsMetadata = (required: boolean): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: 'object',
      additionalProperties: { type: 'string', nullable: true, maxLength: LONGEST_VALUE },
      maxProperties: MOST_NAMES,
      selfRequired: required,
      nullable: !required,
      example: EXAMPLE,
    }),
    ValidateBy({
      name: 'isMetadata',
      validator: {
        validate: (value: unknown) => metadataFault(value) === null,
        defaultMessage: (given?: ValidationArguments) => metadataFault(given?.value) ?? '',
      },
    }),
  );
