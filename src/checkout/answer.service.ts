import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { OrderWaits } from '../orders/changes/order-waits.service.js';
import type { OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import { within } from '../platform/shared/within.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { ClientSecretService } from '../orders/secrets/client-secret.service.js';
import type { DriveEnd } from './drive.service.js';
import { conflict, hasNoOutcome, isGivenUp, isRequestUnmade, storedProblem } from './outcome.js';
import { logEvent } from '../platform/telemetry/log-events.js';

/** What callers are told while trades are being made. The deadline ends the answer, not the work. */
@Injectable()
export class AnswerService implements OnApplicationShutdown {
  private readonly logger = new Logger(AnswerService.name);
  private readonly driving = new Set<Promise<unknown>>();

  constructor(
    private readonly orders: OrdersService,
    private readonly waits: OrderWaits,
    private readonly secrets: ClientSecretService,
  ) {}

  /** Lets trades that are being made come to their end. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.driving);
  }

  /** What the caller is told of a drive, at the deadline at the latest. */
  async answer(
    merchantOrderNo: string,
    status: 200 | 201,
    drive: Promise<DriveEnd>,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    this.keep(drive);
    const end = await within(Math.max(0, deadline - performance.now()), drive, { kind: 'late' as const });
    switch (end.kind) {
      case 'created':
        return this.present(status, end.state);
      case 'refused':
        throw rampProblem(end.failure, end.fiat, { merchantOrderNo });
      case 'declined':
        throw storedProblem(end.state);
      case 'given_up':
        return this.givenUp(merchantOrderNo, end.failure);
      case 'lost':
        return this.settled(merchantOrderNo, deadline);
      case 'left':
      case 'late':
        return this.settled(merchantOrderNo, 0);
    }
  }

  /** Waits until the outcome is known, whoever finds it out, or until the deadline or the end of this process. */
  private async settled(merchantOrderNo: string, deadline: number): Promise<CheckoutAnswer> {
    const state = await this.waits.until(merchantOrderNo, (newest) => !hasNoOutcome(newest), deadline);
    if (state === null) throw conflict();
    if (isRequestUnmade(state) || isGivenUp(state)) throw storedProblem(state);
    return this.present(hasNoOutcome(state) ? 202 : 200, state);
  }

  /** Certainly nothing was created: why. Otherwise nobody knows, and what may exist stays watched. */
  private async givenUp(merchantOrderNo: string, failure: RampFailure | null): Promise<CheckoutAnswer> {
    const { state } = await this.orders.find(merchantOrderNo);
    if (state === null) throw conflict();
    if (failure !== null && isRequestUnmade(state)) throw rampProblem(failure, state.order.fiat, { merchantOrderNo });
    return this.settled(merchantOrderNo, 0);
  }

  /** An order as the answer to its owner, with the secret that reads it. */
  async present(status: CheckoutAnswer['status'], state: OrderState): Promise<CheckoutAnswer> {
    return { status, state, clientSecret: await this.secrets.of(state.order) };
  }

  private keep(drive: Promise<DriveEnd>): void {
    const ended = drive.catch((error: unknown) => {
      logEvent(this.logger, 'trade_creation_failed', { err: error });
    });
    this.driving.add(ended);
    void ended.finally(() => this.driving.delete(ended));
  }
}
