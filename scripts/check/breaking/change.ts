import type { ChangeRule } from './change-rules';
import type { Witness } from './witness';

/** The part of the version of a document that a change asks for (Semantic Versioning). */
export type Level = 'major' | 'minor' | 'patch';

/** What a change of the whole document is of. */
export const ALL_OPERATIONS = 'all operations';

/** Something that a document says otherwise than its base. */
export interface Change {
  /** Never changes, such as `request-narrowed`. */
  readonly rule: ChangeRule;
  readonly level: Level;
  /** The operation, as `POST /plants`, or ALL_OPERATIONS. */
  readonly operation: string;
  readonly message: string;
  /** The document that has what the change is about. */
  readonly version: 'base' | 'revision';
  /** JSON Pointer in that document. */
  readonly pointer: string;
  /** Absent where the change is one of structure. */
  readonly witness?: Witness;
}

/** A change of an operation, which the operation is put to later. */
export type OperationChange = Omit<Change, 'operation'>;
