/** Format of a client secret: the id of its service key, and an HMAC. */
export const CLIENT_SECRET = /^cs_([A-Za-z0-9]{1,16})_([A-Za-z0-9_-]{43})$/;
