import type { Direction } from '../../generate/index';
import { cut, stringifyJson, describeError, type ValidationError } from '../../contract';
import type { Recorded } from './traffic/recorded';
import type { Witness } from './schemas/witness';

/** Why a change matters to clients, by its rule; of webhooks and callbacks, the client is who receives them. */
export const changeRules = {
  'operation-added': 'Clients learn of what is new by the version.',
  'operation-removed': 'Clients that call the operation get 404.',
  'operation-id-changed':
    'Code that is generated for clients calls the operation by its operationId.',
  'webhook-added': 'Those who receive webhooks get requests that the base does not describe.',
  'webhook-removed': 'Those who wait for the webhook hear nothing any more.',
  'callback-added': 'Those who receive callbacks get requests that the base does not describe.',
  'callback-removed': 'Those who wait for the callback hear nothing any more.',
  'server-added': 'Clients learn of what is new by the version.',
  'server-removed': 'Clients send their requests to where nobody answers.',
  deprecated: 'Clients learn by the version that they have to leave the operation in time.',
  'deprecation-withdrawn': 'Clients learn by the version that they may stay.',
  'sunset-changed': 'Clients plan to leave the operation by the day that was announced.',
  'stability-decreased': 'Clients rely on what was promised of the operation.',
  'parameter-added': 'Clients of the base do not send the parameter.',
  'parameter-removed': 'What clients say by the parameter is no longer heard.',
  'parameter-required': 'Requests without the parameter were valid and are refused.',
  'parameter-optional': 'Clients learn by the version that they may leave it out.',
  'parameter-serialization': 'The same text has another value, or none.',
  'request-body-added': 'Clients of the base send no body.',
  'request-body-removed': 'What clients send in the body is no longer heard.',
  'request-body-required': 'Requests without a body were valid and are refused.',
  'request-body-optional': 'Clients learn by the version that they may leave it out.',
  'request-media-type-added': 'Clients learn of what is new by the version.',
  'request-media-type-removed': 'Bodies of this media type were valid and are refused.',
  'response-added': 'Clients of the base do not know the response.',
  'response-removed': 'Clients wait for a response that is no longer given.',
  'response-media-type-added': 'Clients of the base cannot read content of this media type.',
  'response-media-type-removed': 'Clients that accept just this media type get 406.',
  'response-header-added': 'Clients learn of what is new by the version.',
  'response-header-removed': 'Clients read a header field that is no longer there.',
  'response-header-required': 'Clients learn by the version that they may rely on it.',
  'response-header-optional': 'Clients read a header field that may be absent now.',
  'response-header-serialization': 'The same text has another value, or none.',
  'encoding-changed': 'The same bytes have another value, or none.',
  'security-added': 'Requests with the credentials that were enough are refused.',
  'security-removed': 'Clients learn of what is new by the version.',
  'security-scheme-changed':
    'Clients get or send their credentials in a way that no longer counts.',
  'schema-added': 'Values that were not described have to be of a form now.',
  'schema-removed': 'Clients no longer know what the values are.',
  'default-changed': 'The same request means something else.',
  'content-changed': 'Clients that read or write the content as the base has it get other bytes.',
  'access-changed': 'Clients send what is not taken, or wait for what is not sent.',
  'property-added': 'Clients learn of what is new by the version.',
  'property-removed':
    'What clients send in the property is no longer heard, or what they read is gone.',
  'alternative-added': 'Clients learn of what is new by the version.',
  'alternative-removed':
    'What clients send of it is not described any more, or what they read is gone.',
  narrowed: 'Requests that were valid are refused, or responses have fewer values.',
  widened: 'Clients get what the base rules out, or may send more.',
  undecided: 'Nobody has shown that clients of the base are not affected.',
} as const;

export type ChangeRule = keyof typeof changeRules;

/** The part of the version of a document that a change asks for (Semantic Versioning). */
export type Level = 'major' | 'minor' | 'patch';

/** An operation, as changes call it. */
export function nameOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string {
  return `${method} ${path}`;
}

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

/** Characters of a value that are shown. */
const MOST_SHOWN = 200;

/** A value as messages show it: JSON, of which the beginning is enough. */
export function shownValue(value: unknown): string {
  return cut(stringifyJson(value), MOST_SHOWN);
}

/** Characters of what a validator says: lists of values may be long. */
const MOST_SAID = 300;

/** Why a value is refused, as the end of a sentence. */
export function errorText(error: ValidationError): string {
  return `the value ${cut(describeError(error), MOST_SAID)}`;
}
