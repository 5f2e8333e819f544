import { Injectable } from '@nestjs/common';
import { CatalogService } from '../catalog/catalog.service.js';
import { judgeDestination } from '../catalog/rules/destination.js';
import { toFiatAmount, tooPrecise } from '../catalog/rules/fiat-precision.js';
import { isRedirectAllowed } from '../catalog/rules/redirect.js';
import { requireWithinLimits } from '../catalog/rules/require-within-limits.js';
import { Settings } from '../platform/config/settings.js';
import type { Asked } from '../orders/model/order.types.js';
import { fieldProblem, Problem } from '../platform/shared/problem.js';
import type { CheckoutRequest } from './checkout.types.js';

/** What can be known to be wrong before the provider is asked for a trade. */
@Injectable()
export class ChecksService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly settings: Settings,
  ) {}

  /** The wish in canonical form. Throws `amount_precision`, or `invalid_request` for an unknown currency. */
  canonical(request: CheckoutRequest): Asked {
    const { fiat, crypto, network, address, memo, payWayCode, country } = request;
    const { redirectUrl, failRedirectUrl, merchantName } = request;
    const fitted = toFiatAmount(fiat, request.amount, this.settings.fiatDecimals);
    if (fitted.kind === 'unknown_fiat') {
      const errors = [{ field: 'fiat', message: 'must be the code of a currency, such as USD' }];
      throw new Problem('invalid_request', 'Please correct: fiat.', { errors });
    }
    if (fitted.kind === 'too_precise') throw tooPrecise(fiat, fitted.digits);
    const { amount } = fitted;
    return {
      fiat,
      amount,
      crypto,
      network,
      address,
      memo,
      payWayCode,
      country,
      redirectUrl,
      failRedirectUrl,
      merchantName,
    };
  }

  /** Throws the problem of the first check that fails; asks the provider for limits at most. */
  async check(asked: Asked): Promise<void> {
    this.checkRedirects(asked);
    this.checkDestination(asked);
    requireWithinLimits(await this.catalog.limitsFor(asked.fiat), { ...asked, side: 'BUY' }, asked.fiat);
  }

  private checkRedirects({ redirectUrl, failRedirectUrl }: Asked): void {
    for (const [field, url] of Object.entries({ redirectUrl, failRedirectUrl })) {
      if (url !== null && !isRedirectAllowed(url, this.settings.redirectOrigins)) {
        throw fieldProblem('redirect_not_allowed', field, 'Customers may not be sent to this address.');
      }
    }
  }

  private checkDestination(asked: Asked): void {
    const verdict = judgeDestination(asked, this.settings.networks);
    switch (verdict.kind) {
      case 'ok':
        return;
      case 'address_invalid':
        throw fieldProblem('address_invalid', 'address', 'This is not an address of the chosen network.');
      case 'memo_required':
        throw fieldProblem('memo_required', 'memo', `Payments on ${asked.network} need a memo.`);
      case 'memo_invalid': {
        const errors = [{ field: 'memo', message: verdict.message }];
        throw new Problem('invalid_request', 'Please correct: memo.', { errors });
      }
    }
  }
}
