import type { Direction } from '../../generate/index';
import type { ChangeRule } from './change-rules';
import type { Recorded } from './traffic/recorded';
import type { Witness } from './schemas/witness';

/** The part of the version of a document that a change asks for (Semantic Versioning). */
export type Level = 'major' | 'minor' | 'patch';

/** What a change of the whole document is of. */
export const ALL_OPERATIONS = 'all operations';

/** Something that a document says otherwise than its base. */
export interface Change {
  /** Never changes, such as `request-narrowed`. */
  readonly rule: ChangeRule;
  readonly level: Level;
  /** What it is of: an operation, as `POST /plants`, a webhook, a security scheme, or ALL_OPERATIONS. */
  readonly operation: string;
  readonly message: string;
  /** The document that has what the change is about. */
  readonly version: 'base' | 'revision';
  /** JSON Pointer in that document. */
  readonly pointer: string;
  /** Absent where the change is one of structure. */
  readonly witness?: Witness;
  /** Key of the response that it is of, in a Responses Object of one of the versions. */
  readonly response?: string;
  /** Of a change of schemas. */
  readonly schemas?: ChangedSchemas;
  /** Place in values of the schemas, of a change of what is there: `/tags/*` for each of `tags`. */
  readonly instance?: string;
  /** What recorded traffic says of it. */
  readonly recorded?: Recorded;
}

/** JSON Pointers of schemas of the same place. */
export interface ChangedSchemas {
  /** Absent where only the revision has one. */
  readonly base?: string;
  readonly revision: string;
  readonly direction: Direction;
}

/** A change of an operation, which the operation is put to later. */
export type OperationChange = Omit<Change, 'operation'>;
