const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Check first, because Postgres throws when a UUID is compared with other text. */
export const isUuid = (text: string): boolean => UUID.test(text);
