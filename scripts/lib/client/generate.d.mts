/** See generate.mjs. */
export const GENERATED: { readonly document: string; readonly types: string };
export function generate(signal?: AbortSignal): Promise<{ document: string; types: string }>;
