/** Which queue of the schedule a trade waits in; each is served by a share of its own, so that none starves. */
export const WATCH_CLASSES = ['waiting', 'paid', 'young', 'old', 'closed'] as const;
export type WatchClass = (typeof WATCH_CLASSES)[number];

/** Of those that wait, what they wait for decides who goes first. */
export type Queue = 'callback' | 'followed' | WatchClass;
