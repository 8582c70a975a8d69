/** What a compiled validator finds: Ajv's error object, without messages. */
export interface ValidationError {
  /** JSON Pointer (RFC 6901) of the value at fault. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}
