import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { HasNoFault } from '../../platform/http/input/rules.js';
import { LONGEST_VALUE, metadataFault, MOST_NAMES } from '../../orders/model/metadata.js';

const EXAMPLE = { cart: '8841', channel: 'app' };

export const ApiMetadata = (): PropertyDecorator =>
  ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, selfRequired: false, example: EXAMPLE });

/** Metadata in a request; an empty text or null deletes the name. */
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
    HasNoFault('isMetadata', metadataFault),
  );

export const IsMetadataFilter = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1, maxLength: LONGEST_VALUE },
      maxProperties: MOST_NAMES,
      example: { cart: '8841' },
    }),
    HasNoFault(
      'isMetadata',
      (value) => metadataFault(value) ?? (isEmptyIn(value) ? 'must have a text for each name' : null),
    ),
  );

const isEmptyIn = (value: unknown): boolean => Object.values(value as object).includes('');
