import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { isPaid } from '#src/orders/model/order-status.js';
import { storyOf } from '#web/src/order/story/story.js';
import { allTexts } from '../i18n/locale-files.js';
import { everyOrder } from './every-order.js';

interface Claims {
  readonly refund: RegExp;
  readonly success: RegExp;
  /** The bank's actions are unknown. */
  readonly notCharged: RegExp;
  readonly cameIn: RegExp;
}

const CLAIMS: Readonly<Record<string, Claims>> = {
  en: {
    refund: /refund|money back|way back|returned|given back/i,
    success: /complete|delivered|succe|paid out$|all done/im,
    notCharged: /not (been )?charged|nothing was paid|no money/i,
    cameIn: /(payment|was|crypto) received|has confirmed your|^paid$|has your transfer|payout (has )?started/im,
  },
  es: {
    refund: /reembols|devol/i,
    success: /complet|entreg(ó|ad)|entrega .*realizada|venta pagada|pago de su venta se realizó/i,
    notCharged: /no se (le )?(ha )?(cobr|cargado)|no pagó nada/i,
    cameIn: /(pago|cripto) recibid|se ha recibido|ha confirmado|^pagado$|pago de su venta iniciado|ha comenzado$/im,
  },
  pt: {
    refund: /reembols|devolv|estorn/i,
    success: /conclu|entreg|venda paga|da sua venda foi realizado/im,
    notCharged: /não foi cobrad|nada foi pago/i,
    cameIn: /pagamento recebido|recebid[oa]|confirmou seu|^pago$|da sua venda (iniciado|começou)/im,
  },
  fr: {
    refund: /rembours|restitu/i,
    success: /terminé|livré|a réussi|^versé$/im,
    notCharged: /n’(avez|a) (pas|rien) (été )?(débité|payé)|aucun débit/i,
    cameIn: /reçu|a confirmé votre|^payée?$|arrivé chez|versement (a )?commencé/im,
  },
  de: {
    refund: /erstatt|zurückgezahlt|rückzahlung/i,
    success: /abgeschlossen|geliefert|erfolgreich|^ausgezahlt$/im,
    notCharged: /nicht(s)? (abgebucht|belastet|bezahlt)|keine abbuchung/i,
    cameIn: /eingegangen|hat Ihre (Zahlung bestätigt|Übertragung)|^bezahlt$|Auszahlung (hat )?begonnen|angekommen/im,
  },
  'zh-CN': {
    refund: /退款|退还|退回/,
    success: /已完成|送达|已到账|已到达|已打款|打款已?成功/,
    notCharged: /没有扣款|未扣款|没有被扣/,
    cameIn: /已收到|已确认您的付款|^已付款?$|已开始向您/m,
  },
  ar: {
    refund: /استرد|مسترد|رد المبلغ|إعادة المبلغ|ردت (ال)?قيمة/,
    success: /اكتمل|مكتمل|تسليم|تم صرف|بنجاح/,
    notCharged: /لم (يتم )?ي?(خصم|سحب)/,
    cameIn: /استلم|تم (ال)?استلام|أكد مزود|^مدفوع$|^تم الدفع$|بدأ صرف المبلغ/m,
  },
};

const ORDERS = [...everyOrder()];

describe.each(Object.entries(CLAIMS))('claims about orders in %s', (language, claims) => {
  const texts = allTexts(language) as Readonly<Record<string, string>>;
  const shownTexts = new Map(ORDERS.map((order) => [order, shownTextOf(order, texts)]));
  const saying = (claim: RegExp): Order[] => ORDERS.filter((order) => claim.test(shownTexts.get(order) ?? ''));
  const brief = ({ side, status, inReview }: Order): string => `${side} ${status}${inReview ? ' in review' : ''}`;
  const kinds = (orders: readonly Order[]): string[] => [...new Set(orders.map(brief))].sort();

  it('every order has a text', () => {
    expect(ORDERS.flatMap((order) => keysOf(order)).filter((key) => !texts[key])).toEqual([]);
  });

  it('says refunded only if the provider does, outside a review', () => {
    expect(kinds(saying(claims.refund))).toEqual(['BUY REFUNDED', 'SELL REFUNDED']);
  });

  it('says success only if completed and not in review', () => {
    expect(kinds(saying(claims.success))).toEqual(['BUY COMPLETED', 'SELL COMPLETED']);
  });

  it('never promises that a bank charged nothing', () => {
    expect(kinds(saying(claims.notCharged))).toEqual([]);
  });

  it('says of each payment no more than its own trade does', () => {
    const text = (end: string): string => texts[`order.payment.${end}`] ?? '';
    const ends = ['received', 'sending', 'delivered', 'returned', 'checking'];
    expect(ends.filter((end) => text(end) === '')).toEqual([]);
    expect(ends.filter((end) => claims.refund.test(text(end)))).toEqual(['returned']);
    expect(ends.filter((end) => claims.success.test(text(end)))).toEqual(['delivered']);
  });

  it('says received only if the provider does', () => {
    const unpaid = saying(claims.cameIn).filter(({ status }) => !isPaid(status));
    expect(kinds(unpaid)).toEqual([]);
    expect(kinds(saying(claims.cameIn))).toEqual(
      expect.arrayContaining([
        'BUY PAID',
        'BUY PAID in review',
        'BUY TRANSFERRING',
        'SELL CRYPTO_RECEIVED',
        'SELL PAYOUT_STARTED',
      ]),
    );
  });
});

function keysOf(order: Order): string[] {
  const { title, text, review, steps, actions, amounts, details } = storyOf(order, {});
  return [
    title,
    ...(text === null ? [] : [text]),
    ...(review === null ? [] : ['order.review.title', review]),
    ...steps.flatMap(({ label, state }) => [label, `order.step.${state}`]),
    ...[...actions, ...amounts, ...details].map(({ label }) => label),
  ];
}

/** One text per line; Arabic without vowel signs, which are optional. */
function shownTextOf(order: Order, texts: Readonly<Record<string, string>>): string {
  const lines = keysOf(order).map((key) => texts[key] ?? '');
  return lines.join('\n').replaceAll(/[\u064b-\u0652]/g, '');
}
