import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { BackgroundTasks } from './background-tasks.js';

@Global()
@Module({ imports: [ScheduleModule.forRoot()], providers: [BackgroundTasks], exports: [BackgroundTasks] })
export class BackgroundModule {}
