/** See frontend-part.mjs. */
export interface OpenApiDocument {
  readonly [member: string]: unknown;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
export function frontendPart(document: OpenApiDocument): OpenApiDocument;
