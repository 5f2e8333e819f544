import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Shop } from './shop.js';

export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** For a busy machine. */
const PATIENT = { timeout: 90_000 };

/** A customer on the pages, in English, who uses only what is visible. */
export class Buyer {
  constructor(
    readonly page: Page,
    private readonly shop: Pick<Shop, 'url'>,
  ) {}

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get methods(): Locator {
    return this.page.getByRole('radio');
  }

  get continue(): Locator {
    return this.page.getByRole('button', { name: 'Continue to payment' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`${this.shop.url}/checkout${query}`);
    await this.heading.waitFor(PATIENT);
  }

  async pay(amount: string, fiat = 'USD'): Promise<void> {
    await this.page.getByLabel('Currency').selectOption(fiat);
    await this.page.getByLabel('You pay').fill(amount);
  }

  async get(search: string, name: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: /^You get/ }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(search);
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  async sendTo(address: string): Promise<void> {
    await this.page.getByLabel(/^Your address/).fill(address);
  }

  /** Fills in a purchase of 100 USD, until prices show. */
  async fillIn(): Promise<void> {
    await this.pay('100');
    await this.page.getByLabel('Where do you live?').selectOption('US');
    await this.sendTo(ADDRESS);
    await this.methods.first().waitFor(PATIENT);
  }

  async goToPayment(): Promise<void> {
    await this.continue.click();
    await this.onPayPage();
  }

  async onPayPage(): Promise<void> {
    await this.page.getByRole('button', { name: /^Pay / }).waitFor(PATIENT);
  }

  /** Presses a button of the provider's page, which leads back to the order. */
  async press(button: 'Pay' | 'Decline' | 'Cancel'): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${button}\\b`) }).click();
    await this.page.waitForURL(/\/orders\//, PATIENT);
  }

  get number(): string {
    return decodeURIComponent(new URL(this.page.url()).pathname.replace('/orders/', ''));
  }

  async sees(title: string | RegExp): Promise<void> {
    const text = async (): Promise<string> => (await this.heading.textContent(PATIENT)) ?? '';
    await expect.poll(text, { ...PATIENT, interval: 100 }).toMatch(title);
  }
}
