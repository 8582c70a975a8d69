import type { Witness } from './witness';

/** The part of the version of a document that a change asks for (Semantic Versioning). */
export type Level = 'major' | 'minor' | 'patch';

/** Something that a document says otherwise than its base. */
export interface Change {
  /** Never changes, such as `request-narrowed`. */
  readonly rule: Rule;
  readonly level: Level;
  /** The operation, as `POST /plants`. */
  readonly operation: string;
  readonly message: string;
  /** The document that has what the change is about. */
  readonly version: 'base' | 'revision';
  /** JSON Pointer in that document. */
  readonly pointer: string;
  /** Absent where the change is one of structure. */
  readonly witness?: Witness;
}

/** Why a change matters to clients, by its rule. */
export const changeRules = {
  'operation-added': 'Clients learn of what is new by the version.',
  'operation-removed': 'Clients that call the operation get 404.',
  'parameter-added': 'Clients of the base do not send the parameter.',
  'parameter-removed': 'What clients say by the parameter is no longer heard.',
  'parameter-required': 'Requests without the parameter were valid and are refused.',
  'parameter-serialization': 'The same text has another value, or none.',
  'request-body-added': 'Clients of the base send no body.',
  'request-body-removed': 'What clients send in the body is no longer heard.',
  'request-body-required': 'Requests without a body were valid and are refused.',
  'request-media-type-added': 'Clients learn of what is new by the version.',
  'request-media-type-removed': 'Bodies of this media type were valid and are refused.',
  'response-added': 'Clients of the base do not know the response.',
  'response-removed': 'Clients wait for a response that is no longer given.',
  'response-media-type-added': 'Clients of the base cannot read content of this media type.',
  'response-media-type-removed': 'Clients that accept just this media type get 406.',
  'response-header-removed': 'Clients read a header field that is no longer there.',
  'security-added': 'Requests with the credentials that were enough are refused.',
  'security-removed': 'Clients learn of what is new by the version.',
  'default-changed': 'The same request means something else.',
  'content-changed': 'Clients that read or write the content as the base has it get other bytes.',
  'property-added': 'Clients learn of what is new by the version.',
  'property-removed':
    'What clients send in the property is no longer heard, or what they read is gone.',
  narrowed: 'Requests that were valid are refused, or responses have fewer values.',
  widened: 'Clients get what the base rules out, or may send more.',
  undecided: 'Nobody has shown that clients of the base are not affected.',
} as const;

export type Rule = keyof typeof changeRules;

/** A change of an operation, which the operation is put to later. */
export type OperationChange = Omit<Change, 'operation'>;
