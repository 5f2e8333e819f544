// Turns a completed order into a mail with its private link, and hands it to a program that sends it. See README.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const { MAIL_COMMAND, MAIL_FROM = 'shop@shop.example' } = process.env;

/** One plain address: it cannot add lines or recipients to a mail. */
export const isMailAddress = (text) => /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(text);

/** `secret`: the `clientSecret` of the checkout; browsers do not send what follows `#`. */
export function mailOf({ merchantOrderNo, fiat, amount, crypto, cryptoQuantity }, { email, secret }, baseUrl) {
  const page = `${baseUrl}/orders/${merchantOrderNo}${secret === null ? '' : `#${secret}`}`;
  return [
    `From: ${MAIL_FROM}`,
    `To: ${email}`,
    `Subject: Your order ${merchantOrderNo} is complete`,
    // The same when a crash repeats the mail, so that mailboxes can keep one.
    `Message-ID: <${merchantOrderNo}@shop.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `You paid ${amount} ${fiat}, and ${cryptoQuantity ?? 'your'} ${crypto} was delivered.`,
    'Your order, to print or save:',
    page,
    'Whoever has this link can see your order: keep it to yourself.',
    '',
  ].join('\r\n');
}

/** Without a command the mail is printed. Throws if it was not taken. */
export async function sendMail(mail) {
  if (MAIL_COMMAND === undefined) return console.log(mail);
  const program = spawn(MAIL_COMMAND, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  program.stdin.on('error', () => {}).end(mail);
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(`${MAIL_COMMAND} ended with ${code}`);
}
