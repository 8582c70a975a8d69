/** What can hold a construct of the document true. */
export const ENFORCERS = ['types', 'decoding', 'validation', 'encoding'] as const;

export type Enforcer = (typeof ENFORCERS)[number];

/** Something that the document says, at one place. */
export interface Construct {
  /** Of which sort it is, such as `query parameter` or `keyword minLength`. */
  readonly kind: string;
  readonly pointer: string;
  /** What enforces it: the handlers' types, the reading of requests, their validation, or the response. */
  readonly enforcers: readonly Enforcer[];
}
