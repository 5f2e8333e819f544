/** Characters of a URL, path and query together, that the service reads; browsers and proxies pass as many. */
export const MAX_URL = 4096;
