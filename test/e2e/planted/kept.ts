/**
 * Where each plant may be found, and is found: columns, and answers to those who may see it. What is not listed here stands
 * nowhere in clear. An entry with an asterisk is for all plants whose names begin so.
 */
export const KEPT: Readonly<Record<string, readonly string[]>> = {};
