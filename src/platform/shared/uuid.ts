const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Postgres throws for a text that is compared with a UUID and is none. */
export const isUuid = (text: string): boolean => UUID.test(text);
