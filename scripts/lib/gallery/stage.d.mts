import type { BrowserContext, Locator, Page } from 'playwright-core';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly comes?: 'never' | 'cut';
}

export interface State {
  readonly name: string;
  readonly about: string;
  readonly path: string;
  readonly api: Readonly<Partial<Record<'cryptos' | 'quotes' | 'checkout' | 'order' | 'retry', Answer | Answer[]>>>;
  readonly stream?: 'live' | 'refused';
  readonly facts?: object;
  readonly stored?: Readonly<Record<string, string>>;
  readonly act?: (page: Page) => Promise<unknown>;
  readonly shows: (page: Page) => Locator;
}

export function putOnStage(context: BrowserContext, state: State): Promise<Page>;
