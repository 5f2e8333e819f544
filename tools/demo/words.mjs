/**
 * @typedef {object} Running
 * @property {string} service
 * @property {string} sandbox
 * @property {string} database its place
 * @property {import('./folder.mjs').DemoFolder} folder
 */

/**
 * The text that the demo prints when everything runs.
 * @param {Running} running
 * @param {Date} now
 * @returns {string}
 */
export function whereToLook({ service, sandbox, database, folder }, now) {
  const number = `demo-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
  const checkout = {
    merchantOrderNo: number,
    fiat: 'USD',
    amount: '100.00',
    crypto: 'USDT',
    network: 'ETH',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    payWayCode: '10001',
    country: 'US',
  };
  return `
Buy some crypto in your browser:

  ${service}/checkout

  service     ${service}
  API docs    ${service}/docs
  console     ${service}/console
  sandbox     ${sandbox}
  data        ${folder.path}
  database    ${database}
  logs        ${folder.log('service')}
              ${folder.log('sandbox')}

Or make a checkout by hand:

  curl -s ${service}/v1/checkouts -H 'content-type: application/json' -d '${JSON.stringify(checkout)}'

Open the payUrl of the answer in a browser and pay. Then look at the order:

  curl -s ${service}/v1/orders/${number}

See what customers see of a pause: pause a payment method in the console (Work), then open the checkout.

What the shop's own system is told of every order, by webhook, is shown below (examples/receiver).
Ctrl-C stops everything; the data stays for the next demo (--fresh starts anew).
`;
}

/** @param {string} what @param {string} how @param {string} [took] */
export function progressLine(what, how, took = '') {
  return `${`  ${what.padEnd(11)} ${how.padEnd(48)} ${took}`.trimEnd()}\n`;
}

/** @param {string} what @param {number} wanted @param {number} got */
export function portNote(what, wanted, got) {
  return wanted === got || wanted === 0 ? '' : `  note: port ${wanted} is taken, the ${what} uses ${got}\n`;
}
