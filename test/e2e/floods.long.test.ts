import { guestFlood } from './floods/guest-blocks.js';
import { outageLog } from './floods/outage-log.js';
import { quotesAtOnce } from './floods/quotes-at-once.js';

quotesAtOnce({ count: 100, delayMs: 6000 });
guestFlood({ blocks: 48, checkouts: 20 });
outageLog({ askMs: 8000, restMs: 17_000, least: 16 });
