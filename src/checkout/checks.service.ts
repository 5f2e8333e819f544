import { Injectable } from '@nestjs/common';
import { CatalogService } from '../catalog/catalog.service.js';
import { judgeDestination, plainAddress } from '../catalog/rules/destination.js';
import type { Destination } from '../catalog/rules/destination.js';
import { toFiatAmount, tooPrecise, unknownFiat } from '../catalog/rules/fiat-precision.js';
import { isRedirectAllowed } from '../catalog/rules/redirect.js';
import { requireWithinLimits } from '../catalog/rules/limits.js';
import { Settings } from '../platform/config/settings.js';
import { shownPrice } from '../orders/decisions/shown-price.js';
import type { OrderTerms, TradeRefusal, TradeRow } from '../orders/model/order.types.js';
import { tidyAddress } from '../platform/addresses/tidy.js';
import { PausesService } from '../pauses/pauses.service.js';
import type { LinkTerms } from '../platform/terms/terms.js';
import { fieldProblem, Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { RampNotSent } from '../ramp/port/ramp.errors.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { declinedBy, isOutage, judgePrice, pausedRefusal } from './price.js';
import type { PriceCheck } from './price.js';

const ADDRESS_FAULTS = {
  form: PROBLEM_TEXTS.addressInvalid,
  link: PROBLEM_TEXTS.addressLink,
  ownerless: PROBLEM_TEXTS.addressOwnerless,
  secret: PROBLEM_TEXTS.addressSecret,
} as const;

@Injectable()
export class ChecksService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly settings: Settings,
    private readonly ramp: RampGateway,
    private readonly pauses: PausesService,
  ) {}

  /** The terms in canonical form. Throws `amount_precision`, or `invalid_request` for an unknown currency. */
  canonical(terms: OrderTerms): OrderTerms {
    const { fiat, amount, network, address, memo } = terms;
    return { ...terms, amount: this.fittedAmount(fiat, amount), address: this.plain(network, address, memo) };
  }

  /** The terms of a link in canonical form. Throws the first failed check; makes no calls. */
  async linkTerms({ memo = '', ...terms }: LinkTerms): Promise<LinkTerms> {
    const { fiat, amount, network, address, redirectUrl = null, failRedirectUrl = null } = terms;
    if (amount !== undefined && fiat === undefined) throw wrongField('fiat', 'is required with amount');
    if (memo !== '' && address === undefined) throw wrongField('address', 'is required with memo');
    this.checkRedirects({ redirectUrl, failRedirectUrl });
    const plain = this.plain(network, address ?? '', memo || null);
    if (network !== undefined && address !== undefined) {
      this.checkDestination({ network, address: plain, memo: memo || null });
    }
    await this.pauses.refuse({ ...terms, side: 'BUY' });
    return {
      ...terms,
      ...(fiat === undefined || amount === undefined ? {} : { amount: this.fittedAmount(fiat, amount) }),
      ...(address === undefined ? {} : { address: plain, memo }),
    };
  }

  /**
   * The terms with crypto and network as the provider's list spells them. Fetches the access token ahead, so that nothing
   * delays sending; throws `problemOf` only if the caller must name the customer.
   */
  async check(
    asked: OrderTerms,
    customer: TradeCustomer,
    problemOf = (unready: RampNotSent) => rampProblem(unready, asked.fiat),
  ): Promise<OrderTerms> {
    this.checkRedirects(asked);
    this.checkDestination(asked);
    await this.pauses.refuse({ ...asked, side: 'BUY' });
    const pairs = await this.catalog.limitsFor(asked.fiat);
    const { crypto, network, address: contract } = requireWithinLimits(pairs, { ...asked, side: 'BUY' }, asked.fiat);
    if (contract !== null) this.checkDestination({ ...asked, contract });
    const unready = await this.ramp.prepareTrade(customer);
    if (unready?.reason === 'no_customer_email' || unready?.reason === 'no_customer_id') throw problemOf(unready);
    return { ...asked, crypto, network };
  }

  /** Why the trade is not sent now; null: it may be. */
  async pauseOf({ side }: TradeRow, asked: OrderTerms): Promise<TradeRefusal | null> {
    const paused = await this.pauses.of({ ...asked, side });
    return paused === null ? null : pausedRefusal(paused);
  }

  /** As `pauseOf`, by what is known already. False if that is too old. */
  isFree({ side }: TradeRow, asked: OrderTerms): boolean {
    return this.pauses.isFree({ ...asked, side });
  }

  /** Does the price that the customer was shown still hold? One call to the provider, none if no price was shown. */
  async checkPrice(trade: TradeRow, asked: OrderTerms): Promise<PriceCheck> {
    const shown = shownPrice(trade);
    if (shown === null) return { kind: 'holds', quote: null };
    const { crypto, network, fiat, country, amount, payWayCode } = asked;
    try {
      const query = { side: 'BUY', type: 'ONE', crypto, network, fiat, country, amount, payWayCode } as const;
      return judgePrice(shown, asked, await this.catalog.quotes(query));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return isOutage(error) ? { kind: 'unknown' } : { kind: 'declined', refusal: declinedBy(error) };
    }
  }

  /** Without a network, only characters that no address contains can be removed. */
  private plain(network: string | undefined, address: string, memo: string | null): string {
    if (network === undefined) return tidyAddress(address);
    return plainAddress({ network, address, memo }, this.settings.networks);
  }

  private fittedAmount(fiat: string, amount: string): string {
    const fitted = toFiatAmount(fiat, amount, this.settings.fiatDecimals);
    if (fitted.kind === 'unknown_fiat') throw unknownFiat();
    if (fitted.kind === 'too_precise') throw tooPrecise(fiat, fitted.digits);
    return fitted.amount;
  }

  private checkRedirects({ redirectUrl, failRedirectUrl }: Pick<OrderTerms, 'redirectUrl' | 'failRedirectUrl'>): void {
    for (const [field, url] of Object.entries({ redirectUrl, failRedirectUrl })) {
      if (url !== null && !isRedirectAllowed(url, this.settings.redirectOrigins)) {
        throw fieldProblem('redirect_not_allowed', field, PROBLEM_TEXTS.redirectNotAllowed);
      }
    }
  }

  private checkDestination(destination: Destination & { readonly crypto?: string | undefined }): void {
    const verdict = judgeDestination(destination, this.settings.networks);
    switch (verdict.kind) {
      case 'ok':
        return;
      case 'address_invalid':
        throw fieldProblem(
          'address_invalid',
          'address',
          verdict.why === 'contract'
            ? PROBLEM_TEXTS.addressContract(verdict.coin ?? destination.crypto ?? '')
            : ADDRESS_FAULTS[verdict.why ?? 'form'],
        );
      case 'memo_required':
        throw fieldProblem('memo_required', 'memo', PROBLEM_TEXTS.memoRequired(destination.network));
      case 'memo_invalid':
        throw wrongField('memo', verdict.message);
    }
  }
}
