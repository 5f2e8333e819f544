import { describe, expect, it } from 'vitest';
import { payWayNames } from '#web/src/pay-way-names.js';

const NAMES = {
  '10001': 'Visa',
  '10002': 'Bank transfer',
  '10002@es': 'Transferencia',
  '10002@zh-CN': '银行转账',
  '10003@pt': 'Pix',
};

describe('names of payment methods', () => {
  it.each([
    ['en', '10001', 'Visa'],
    ['en', '10002', 'Bank transfer'],
    ['en', '10003', undefined],
    ['es', '10001', 'Visa'],
    ['es', '10002', 'Transferencia'],
    ['zh-CN', '10002', '银行转账'],
    ['pt', '10002', 'Bank transfer'],
    ['pt', '10003', 'Pix'],
    ['ar', '10002', 'Bank transfer'],
  ] as const)('in %s: %s is %s', (language, code, name) => {
    expect(payWayNames(NAMES, language)[code]).toBe(name);
  });
});
