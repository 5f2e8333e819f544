import { ApiProperty } from '@nestjs/swagger';
import { IsReason } from '../../platform/http/input/rules.js';

/** How a mismatch was resolved. */
export class ResolveDto {
  /**
   * The cause, and why the mismatch is acceptable, in one line. Kept with the mismatch and in the audit log: write
   * nothing personal.
   */
  @ApiProperty({
    type: String,
    minLength: 3,
    maxLength: 1000,
    example: 'The customer changed the wallet with the provider\u2019s support; ticket 4711.',
  })
  @IsReason(3, 1000)
  note!: string;
}
