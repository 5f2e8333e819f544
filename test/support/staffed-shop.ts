import type { JWK } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openTab } from './chromium.js';
import type { Tab } from './chromium.js';
import { createKey } from './made-key.js';
import type { MadeKey } from './made-key.js';
import { CONSOLE_CLIENT, OpenIdProvider, providerKey } from './openid-provider.js';
import { checkoutBody, newNumber } from './service.js';
import { openShop } from './shop.js';
import type { Shop } from './shop.js';

const ROLES = ['support', 'finance', 'admin', 'checkout'] as const;
type Role = (typeof ROLES)[number];

type Json = Readonly<Record<string, unknown>>;

/** A shop with a key for each role, and an identity provider that knows Sue of support. It can be killed. */
export class StaffedShop {
  readonly keys = new Map<Role, MadeKey>();

  private constructor(
    readonly shop: Shop,
    readonly identity: OpenIdProvider,
    readonly signingKey: JWK,
  ) {}

  static async open(): Promise<StaffedShop> {
    const signingKey = await providerKey('first');
    const people = { sue: { email: 'sue@merchant.example', email_verified: true, role: 'support' } };
    const identity = await OpenIdProvider.start(people, [signingKey]);
    const settings = { ...identity.settings, AUTH_CONSOLE_CLIENT_ID: CONSOLE_CLIENT };
    const staffed = new StaffedShop(await openShop(settings, {}, 'process'), identity, signingKey);
    for (const role of ROLES) staffed.keys.set(role, await createKey(staffed.shop.databaseUrl, role, `${role} desk`));
    return staffed;
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.identity.stop();
  }

  as(role: Role) {
    return { 'x-api-key': this.keys.get(role)!.key };
  }

  async order(more: Json = {}): Promise<string> {
    const number = newNumber();
    const body = checkoutBody({ merchantOrderNo: number, ...more });
    expect((await this.shop.service.checkout(body, this.as('checkout'))).status).toBe(201);
    return number;
  }

  /** As the provider records it, and polled. */
  async become(number: string, status: string, record: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.shop.sandbox.force(number, status, record, false);
    await this.shop.service.post(`/v1/admin/orders/${number}/ask`, {}, this.as('admin'));
  }

  /** The items of a list of staff's. */
  async read(path: string): Promise<readonly Json[]> {
    const answer = await this.shop.service.request('GET', `/v1/admin/${path}`, { headers: this.as('admin') });
    return answer.body['items'] as readonly Json[];
  }

  async notesOn(number: string): Promise<readonly unknown[]> {
    return (await this.read(`orders/${number}/notes`)).map(({ text }) => text);
  }

  /** The reasons of such acts on the order, as the audit log has them. */
  async audited(number: string, action: string): Promise<readonly unknown[]> {
    const entries = await this.read(`orders/${number}/audit`);
    return entries.filter((entry) => entry['action'] === action).map(({ reason }) => reason);
  }

  async opensOrder(link: string, number: string): Promise<boolean> {
    const headers = { 'x-client-secret': new URL(link).hash.slice(1) };
    return (await this.shop.service.request('GET', `/v1/orders/${number}`, { headers })).status === 200;
  }

  /** The console before anybody has signed in; the identity provider takes the visitor for Sue. */
  async visit(browser: Browser, hash: string): Promise<Tab> {
    const tab = await openTab(browser);
    await tab.page.route(`${this.identity.issuer}/auth?*`, (route) =>
      route.continue({ url: `${route.request().url()}&login_hint=sue` }),
    );
    await tab.page.goto(`${this.shop.url}/console${hash}`);
    return tab;
  }

  async signedIn(browser: Browser, role: Role, hash: string): Promise<Tab> {
    const tab = await this.visit(browser, hash);
    await signInByKey(tab.page, this.keys.get(role)!.key);
    return tab;
  }
}

export async function signInByKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

export async function signInByAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your account' }).click();
  await page.getByText('sue · support').waitFor();
}
