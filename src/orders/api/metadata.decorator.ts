import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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
    isFaultless(metadataFault),
  );

/** Metadata in a query: names, each with the text that an order has to have. */
export const IsMetadataFilter = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1, maxLength: LONGEST_VALUE },
      maxProperties: MOST_NAMES,
      example: { cart: '8841' },
    }),
    isFaultless((value) => metadataFault(value) ?? (isEmptyIn(value) ? 'must have a text for each name' : null)),
  );

const isEmptyIn = (value: unknown): boolean => Object.values(value as object).includes('');

const isFaultless = (faultOf: (value: unknown) => string | null): PropertyDecorator =>
  ValidateBy({
    name: 'isMetadata',
    validator: {
      validate: (value: unknown) => faultOf(value) === null,
      defaultMessage: (given?: ValidationArguments) => faultOf(given?.value) ?? '',
    },
  });
