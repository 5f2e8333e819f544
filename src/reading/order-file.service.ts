import { Injectable } from '@nestjs/common';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { redactedText } from '../platform/redaction/for-history.js';
import { allTerms } from '../platform/terms/order-terms.js';
import { maskPayee } from '../orders/decisions/payee.js';
import type { PayeeTools } from '../orders/decisions/payee.js';
import { termsOf } from '../orders/model/fold.js';
import type { OrderFile, PersonalData, PersonalTrade } from '../orders/model/order-file.types.js';
import type { OrderRow, TradeRow } from '../orders/model/order.types.js';
import { OrderFileRepository } from './storage/order-file.repository.js';
import { OrderSealsService } from '../orders/secrets/order-seals.service.js';

/** Any owner's. The caller checks permissions. */
@Injectable()
export class OrderFileService {
  constructor(
    private readonly files: OrderFileRepository,
    private readonly emails: CustomerEmailService,
    private readonly seals: OrderSealsService,
  ) {}

  find(merchantOrderNo: string): Promise<OrderFile | null> {
    return this.files.find(merchantOrderNo);
  }

  /** Changes with everything that staff is shown of the order but the time; null: no such order. */
  version(merchantOrderNo: string): Promise<string | null> {
    return this.files.version(merchantOrderNo);
  }

  /** Names of the keys that the history and mismatches name, by `key:` and id. */
  keyNames(merchantOrderNo: string): Promise<Readonly<Record<string, string>>> {
    return this.files.keyNames(merchantOrderNo);
  }

  /** null: none is stored, or it cannot be decrypted. */
  emailOf(order: OrderRow): Promise<string | null> {
    return this.emails.open(order);
  }

  /** Redacts a text by staff before it is stored permanently: the order's addresses and memos. */
  async redacted({ trades }: OrderFile, text: string): Promise<string> {
    const terms = trades.map((trade) => allTerms(trade.asked));
    const paidTo = trades.map(({ facts }) => ({ address: facts.payoutAddress ?? null, memo: null }));
    return redactedText(text, [...terms, ...paidTo], (await this.seals.tools()).digest);
  }

  async digestOf(text: string): Promise<string> {
    return `#${(await this.seals.tools()).digest(text)}`;
  }

  /** Decrypts the personal data. Throws database errors. */
  async personal({ order, trades }: OrderFile): Promise<PersonalData> {
    const { payees } = await this.seals.tools();
    const customerEmail = await this.emailOf(order);
    const opened = trades.map((trade) => openTrade(trade, payees));
    const { address, memo } = termsOf(trades);
    return {
      address,
      memo,
      customerId: order.customerId,
      customerEmail,
      trades: opened.map(({ personal }) => personal),
      unreadable: [
        ...(order.customerEmail !== null && customerEmail === null ? ['customerEmail'] : []),
        ...opened.flatMap(({ personal, isReadable }) => (isReadable ? [] : [`payee of ${personal.tradeNo}`])),
      ],
    };
  }
}

function openTrade(trade: TradeRow, payees: PayeeTools): { personal: PersonalTrade; isReadable: boolean } {
  const { tradeNo, asked, facts } = trade;
  const { payoutAddress = null, orderPageUrl = null } = facts;
  const sealed = payees.open(trade);
  const opened = sealed === 'unreadable' ? null : sealed;
  const payee = opened && { name: opened.name, account: opened.account, card: opened.card, email: opened.email };
  const { address, memo } = allTerms(asked);
  const maskedPayee = payee && maskPayee(payee);
  return {
    personal: { tradeNo, address, memo, payoutAddress, orderPageUrl, payee, maskedPayee },
    isReadable: sealed !== 'unreadable',
  };
}
