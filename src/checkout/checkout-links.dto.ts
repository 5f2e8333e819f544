import { ApiPropertyOptional, PartialType, PickType } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { ApiMoment, ApiUrl } from '../platform/http/input/api-fields.js';
import { LINK_FIELDS } from '../platform/terms/terms.js';
import { CheckoutRequestDto, LINK_EXAMPLE } from './checkout.dto.js';

const MAX_LIFETIME_S = 30 * 86_400;

/** The fields that a link fixes: the customer cannot change them on the page. Omitted fields are the customer's choice. */
export class CheckoutLinkRequestDto extends PartialType(PickType(CheckoutRequestDto, LINK_FIELDS)) {
  /** Seconds for which an order can be made from the link; a day when absent, 30 days at most. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_LIFETIME_S, default: 86_400, example: 3600 })
  @IsInt()
  @Min(1)
  @Max(MAX_LIFETIME_S)
  expiresIn: number = 86_400;
}

/** A signed link. */
export class CheckoutLinkDto {
  /** Where to send the customer. */
  @ApiUrl(`https://pay.shop.example/checkout?link=${LINK_EXAMPLE}`)
  url!: string;
  /** No order is made from the link after this time. */
  @ApiMoment()
  expiresAt!: string;
}
