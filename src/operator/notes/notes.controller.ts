import { Body, Controller, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import type { Response } from 'express';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { moment, orNull, pageShape, shape, text, uuid } from '../../platform/http/answers/shape.js';
import { ApiOrderNumber } from '../../platform/http/input/api-fields.js';
import { encodeCursor } from '../../platform/http/input/cursor.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { IsCursor, pageRequestOf, UUID } from '../../platform/http/input/query.js';
import { HasNoFault } from '../../platform/http/input/rules.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { linesFault } from '../../platform/text/text.js';
import { NotesService } from './notes.service.js';

const LONGEST = 2000;
const EXAMPLE = 'The customer called: the wallet is her new one. Refund expected, ticket 4711.';

const NOTE = shape('NoteDto', {
  id: uuid('The id.'),
  at: moment('When it was written.'),
  by: text('The name of the member of staff.', 'support desk'),
  text: orNull(text('The note; null: the customer is forgotten, or it cannot be decrypted.', EXAMPLE)),
});
const NOTES = pageShape('NotesDto', NOTE);

class NotesQueryDto extends PageQueryDto {
  @IsCursor(UUID)
  @ApiPropertyOptional({ description: 'The `nextCursor` of the page before.' })
  cursor?: string;
}

class NewNoteDto {
  @ApiProperty({
    type: String,
    description:
      'The note, in any number of lines. Stored encrypted, and erased with the customer; never shown to customers or servers.',
    minLength: 1,
    maxLength: LONGEST,
    example: EXAMPLE,
  })
  @Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value,
  )
  @HasNoFault('isNote', (value) => linesFault(value, 1, LONGEST))
  text!: string;
}

@ApiTags('staff: orders')
@Controller('v1/admin/orders')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Get(':merchantOrderNo/notes')
  @ApiOrderNumber()
  @ApiOperation({
    summary: 'Notes of staff on an order',
    description: 'Newest first. The audit log records each reader.',
  })
  @ApiOkResponse({ type: NOTES.Dto, description: 'A page of the notes.' })
  @ApiProblems('not_found')
  async list(@CurrentActor() actor: Actor, @Param('merchantOrderNo') number: string, @Query() query: NotesQueryDto) {
    const { rows, next } = await this.notes.list(number, pageRequestOf(query, UUID), actor);
    return NOTES.show({ items: rows, nextCursor: next && encodeCursor(next) });
  }

  @Post(':merchantOrderNo/notes')
  @ApiOrderNumber()
  @ApiOperation({ summary: 'Write a note on an order', description: 'Notes cannot be changed or removed.' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Makes a repeat safe: the same text under the same key, of the same caller, is the same note.',
    schema: { type: 'string', minLength: 1, example: '0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63' },
  })
  @ApiCreatedResponse({ type: NOTE.Dto, description: 'The note was written.' })
  @ApiOkResponse({ type: NOTE.Dto, description: 'A repeat: the note that was written.' })
  @ApiProblems('not_found')
  async add(
    @CurrentActor() actor: Actor,
    @Param('merchantOrderNo') number: string,
    @Body() body: NewNoteDto,
    @Headers('idempotency-key') repeatKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { isNew, note } = await this.notes.add(number, body.text, repeatKey ?? null, actor);
    response.status(isNew ? 201 : 200);
    return NOTE.show(note);
  }
}
