/** The polling queues; each has a share, so that none starves. */
export const WATCH_CLASSES = ['waiting', 'paid', 'young', 'old', 'closed'] as const;
export type WatchClass = (typeof WATCH_CLASSES)[number];

/** `waiting` trades are ordered by the source of their poll request. */
export type Queue = 'callback' | 'followed' | WatchClass;
