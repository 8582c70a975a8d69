import type { HyperjumpValidator } from '../../conformance/judge/second-validator';
import type { LoadedContract, ValueMaker } from '../../generate/index';

/** A document whose schemas values are held against. */
export interface Version {
  readonly loaded: LoadedContract;
  readonly second: HyperjumpValidator;
  readonly maker: ValueMaker;
}

/** The schema of a version. */
export interface VersionedSchema {
  readonly version: Version;
  /** JSON Pointer in the document with plain references. */
  readonly pointer: string;
}

/** Two versions of a document. */
export interface Versions {
  readonly base: Version;
  readonly revision: Version;
}
