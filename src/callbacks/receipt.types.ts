export const CALLBACK_RESULTS = ['stored', 'repeated', 'orphan', 'too_large', 'bad_token', 'not_kept'] as const;
