import { Module } from '@nestjs/common';
import { PausesService } from './pauses.service.js';

@Module({ providers: [PausesService], exports: [PausesService] })
export class PausesModule {}
