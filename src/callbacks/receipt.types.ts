/** What became of a callback, for the metrics. */
export const CALLBACK_RESULTS = ['stored', 'repeated', 'orphan', 'too_large', 'bad_token', 'not_kept'] as const;
