/** The longest accepted URL in characters, path and query together; browsers and proxies pass as many. */
export const MAX_URL = 4096;
