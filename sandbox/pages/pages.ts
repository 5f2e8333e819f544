import express from 'express';
import type { Request, Response, Router } from 'express';
import type { BuyOrder, Order } from '../orders/order.js';
import { PERSONS_ACTS } from '../orders/progress.js';
import type { PersonsAct } from '../orders/progress.js';
import type { World } from '../world.js';
import { helpText } from '../settings/help.js';
import { frontPage, playScenario, pressMove } from './front-page.js';
import { html } from './html.js';
import { page } from './layout.js';
import { payPage } from './pay-page.js';
import { sellPage } from './sell-page.js';
import { STYLE } from './style.js';

// No form-action: browsers apply it to the redirects after a form too, and shops may redirect anywhere.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The pages for browsers: pay page, sale page, style sheet and icons. No scripts. */
export function pages(world: World): Router {
  const router = express.Router();
  router.use((_request, response, next) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
  addAssets(router);

  router.get('/pay/:id', (request, response) => {
    const order = world.orders.byPage(request.params.id);
    if (order?.side === 'BUY') sendPage(response, 200, payPage(order));
    else sendNotFound(response);
  });
  for (const act of Object.keys(PERSONS_ACTS) as PersonsAct[]) {
    router.post(`/pay/:id/${act}`, (request, response) => {
      const order = world.orders.byPage(request.params.id);
      if (order?.side !== 'BUY') {
        sendNotFound(response, '../..');
        return;
      }
      // A second click, or a second tab, has no effect and redirects by the order's status.
      world.progress.act(order, act);
      response.redirect(303, wayBack(order) || `../${order.pageId}`);
    });
  }

  router.get('/orders/:id', (request, response) => {
    const order = world.orders.byPage(request.params.id);
    if (order?.side === 'SELL') sendPage(response, 200, sellPage(order));
    else sendNotFound(response);
  });
  addFrontPage(router, world);
  return router;
}

/** Programs get the help as text, as they always did. */
function addFrontPage(router: Router, world: World): void {
  router.get('/', (request, response) => {
    // With `no-referrer` browsers would not name the page in its own forms.
    response.setHeader('Referrer-Policy', 'same-origin');
    if (request.accepts(['text/plain', 'html']) === 'html') sendPage(response, 200, frontPage(world));
    else response.type('text/plain').send(helpText());
  });
  router.get('/help.txt', (_request, response) => {
    response.type('text/plain').send(helpText());
  });
  const press =
    (move: (request: Request, order: Order) => boolean) => (request: Request<{ no: string }>, response: Response) => {
      const order = world.orders.byNumber(request.params.no);
      if (!isOwnPage(request))
        response.status(403).type('text/plain').send('only the sandbox’s own page has these buttons');
      else if (order === null || !move(request, order)) sendNotFound(response, '../..');
      else response.redirect(303, '../'.repeat(request.path.split('/').length - 2));
    };
  router.post(
    '/made/:no',
    express.urlencoded(),
    press(({ body }, order) => playScenario(world, order, (body as { scenario?: unknown }).scenario)),
  );
  router.post(
    '/made/:no/:move',
    press(({ params }, order) => pressMove(world, order, String(params['move']))),
  );
}

/** Browsers name the page of a form; another site must not move orders. */
function isOwnPage({ headers: { origin, host } }: Request): boolean {
  return origin !== undefined && origin.replace(/^https?:\/\//, '') === host;
}

/** The redirect URL by status; '' if the create gave none or a test forced another status. */
function wayBack({ status, request }: BuyOrder): string {
  if (status === 'PAY_FAIL' || status === 'CANCEL') return request.failRedirectUrl || request.redirectUrl;
  return status === 'PAY_SUCCESS' || status === 'TRANSFER' || status === 'FINISHED' ? request.redirectUrl : '';
}

function addAssets(router: Router): void {
  router.get('/assets/style.css', (_request, response) => {
    response.type('text/css').send(STYLE);
  });
  router.get('/assets/icon.svg', (_request, response) => {
    response.type('image/svg+xml').send(TAB_ICON);
  });
  router.get('/icons/:name.svg', (request, response) => {
    response.type('image/svg+xml').send(cryptoIcon(request.params.name.replace(/[^A-Za-z0-9]/g, '')));
  });
}

function sendPage(response: Response, httpStatus: number, text: string): void {
  // Always show the current state, even after the back button.
  response.setHeader('Cache-Control', 'no-store');
  response.status(httpStatus).type('html').send(text);
}

function sendNotFound(response: Response, up = '..'): void {
  const content = html`<h1>Not found</h1>
    <p class="text">There is no order at this address.</p>`;
  sendPage(response, 404, page('Not found', content, up));
}

/** Icon of the browser tab. */
const TAB_ICON = icon('#1d4fd7', '<path d="M8 22 L16 10 L24 22 Z" fill="#fff"/>');

/** A round icon: the crypto's first letter on a colour derived from its name. */
function cryptoIcon(name: string): string {
  const hue = (Buffer.from(name).reduce((sum, byte) => sum + byte, 0) * 47) % 360;
  const letter = `<text x="16" y="21.5" font-family="sans-serif" font-size="16" font-weight="700" text-anchor="middle" fill="#fff">${name.charAt(0)}</text>`;
  return icon(`hsl(${hue} 60% 38%)`, letter);
}

function icon(colour: string, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${colour}"/>${inside}</svg>`;
}
