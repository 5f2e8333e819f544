// Vendure with one product, one free shipping method, and payment by the bare provider.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { signed } from '../../rivals/contract.mjs';

const { DIR = '', DATABASE_URL = '', PROVIDER_URL = '', PORT = '0' } = process.env;
// Vendure keeps files where it is started.
process.chdir(DIR);
const load = createRequire(join(DIR, 'package.json'));
const vendure = load('@vendure/core');
const { populate } = load('@vendure/core/cli');

const NAMED = [{ languageCode: 'en', value: 'ramp' }];
const WISH = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', country: 'US', payWayCode: '10001' };

const ramp = new vendure.PaymentMethodHandler({
  ...{ code: 'ramp', description: NAMED, args: {}, settlePayment: () => ({ success: true }) },
  createPayment: async (
    /** @type {unknown} */ _,
    /** @type {{ code: string }} */ order,
    /** @type {number} */ amount,
  ) => {
    const { headers, path } = signed('/trade/create', 'secret');
    const body = JSON.stringify({ merchantOrderNo: order.code, ...WISH });
    const answer = await fetch(`${PROVIDER_URL}${path}`, { method: 'POST', headers, body });
    const { data } = /** @type {any} */ (await answer.json());
    return { amount, state: 'Authorized', transactionId: data.orderNo, metadata: { public: { payUrl: data.payUrl } } };
  },
});

const config = vendure.mergeConfig(vendure.defaultConfig, {
  apiOptions: { port: Number(PORT), hostname: '127.0.0.1' },
  authOptions: { tokenMethod: 'bearer', superadminCredentials: { identifier: 'bench', password: randomUUID() } },
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize: true },
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [ramp] },
});

const SHOP = {
  ...{ defaultLanguage: 'en', defaultZone: 'Everywhere', collections: [] },
  countries: [{ code: 'US', name: 'United States', zone: 'Everywhere' }],
  taxRates: [{ name: 'Standard Tax', percentage: 0 }],
  shippingMethods: [{ name: 'Free', price: 0 }],
  paymentMethods: [{ name: 'ramp', handler: { code: 'ramp', arguments: [] } }],
};
const PRODUCTS = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
Coin,coin,A coin,,,,,coin,100,standard,0,false,,
`;

const products = join(DIR, 'products.csv');
writeFileSync(products, PRODUCTS);
const filled = await populate(() => vendure.bootstrap(config), SHOP, products);
await filled.close();
const app = await vendure.bootstrap(config);
await app.get(vendure.JobQueueService).start();
process.stdout.write('listening\n');
