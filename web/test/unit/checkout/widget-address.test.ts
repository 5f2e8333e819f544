import { describe, expect, it } from 'vitest';
import { widgetAddress } from '#web/src/checkout/challenge/widget-address.js';

describe('URL of a widget’s script', () => {
  it.each([
    ['https://w.example/api.js', 'https://w.example/api.js?render=explicit&onload=loaded&hl=zh-CN'],
    ['https://w.example/api.js?a=1&render=x', 'https://w.example/api.js?a=1&render=explicit&onload=loaded&hl=zh-CN'],
  ])('%s has the common parameters', (scriptUrl, address) => {
    expect(widgetAddress(scriptUrl, 'loaded', 'zh-CN')).toBe(address);
  });
});
