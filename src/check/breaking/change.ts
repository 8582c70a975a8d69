import type { Direction } from '../../generate/index';
import { cut, stringifyJson, describeError, type ValidationError } from '../../contract';
import type { Recorded } from './traffic/recorded';
import type { Witness } from './schemas/witness';

/**
 * The part of the version of a document that a change asks for (Semantic Versioning); what is undecided asks
 * for none.
 */
export type Level = 'major' | 'minor' | 'patch' | 'undecided';

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

/** What is said of a change by its rule. */
interface RuleEntry {
  /** Unless the finder of the change knows of a circumstance. */
  readonly level: Level;
  /** Of which circumstances. */
  readonly but?: string;
  /** Why it matters to clients; of webhooks and callbacks, the client is who receives them. */
  readonly why: string;
}

function major(why: string, but?: string): RuleEntry {
  return { level: 'major', why, ...(but !== undefined && { but }) };
}

function minor(why: string, but?: string): RuleEntry {
  return { level: 'minor', why, ...(but !== undefined && { but }) };
}

const NEW = 'Clients learn of what is new by the version.';

/** The rules of changes, which never change their names. */
export const changeRules = {
  'document-added': minor(NEW),
  'document-removed': major('Nobody is told what the service does.'),
  'operation-added': minor(NEW),
  'operation-removed': major(
    'Clients that call the operation get 404.',
    'minor if it was deprecated and its `x-sunset` is over',
  ),
  'operation-id-changed': minor(
    'Code that is generated for clients calls the operation by its operationId.',
  ),
  'webhook-added': minor(
    'Those who receive webhooks get requests that the base does not describe.',
  ),
  'webhook-removed': major('Those who wait for the webhook hear nothing any more.'),
  'callback-added': minor(
    'Those who receive callbacks get requests that the base does not describe.',
  ),
  'callback-removed': major('Those who wait for the callback hear nothing any more.'),
  'server-added': minor(NEW),
  'server-removed': major(
    'Clients send their requests to where nobody answers.',
    'minor where another server has its path',
  ),
  deprecated: minor('Clients learn by the version that they have to leave the operation in time.'),
  'deprecation-withdrawn': {
    level: 'patch',
    why: 'Clients learn by the version that they may stay.',
  },
  'sunset-changed': major(
    'Clients plan to leave the operation by the day that was announced.',
    'minor where it is new or later',
  ),
  'stability-decreased': major('Clients rely on what was promised of the operation.'),
  'parameter-added': minor(
    'Clients of the base do not send the parameter.',
    'major where it is required',
  ),
  'parameter-removed': major(
    'What clients say by the parameter is no longer heard.',
    'minor if it was deprecated and its `x-sunset` is over',
  ),
  'parameter-required': major('Requests without the parameter were valid and are refused.'),
  'parameter-optional': minor('Clients learn by the version that they may leave it out.'),
  'parameter-serialization': major('The same text has another value, or none.'),
  'request-body-added': minor('Clients of the base send no body.', 'major where it is required'),
  'request-body-removed': major('What clients send in the body is no longer heard.'),
  'request-body-required': major('Requests without a body were valid and are refused.'),
  'request-body-optional': minor('Clients learn by the version that they may leave it out.'),
  'request-media-type-added': minor(NEW),
  'request-media-type-removed': major('Bodies of this media type were valid and are refused.'),
  'response-added': minor('Clients of the base do not know the response.'),
  'response-removed': major(
    'Clients wait for a response that is no longer given.',
    'minor for a failure, and for a range of which a status is left',
  ),
  'response-media-type-added': minor('Clients of the base cannot read content of this media type.'),
  'response-media-type-removed': major(
    'Clients that accept just this media type get 406.',
    'minor where a type of its range is left, or of JSON (`+json`) where it was JSON',
  ),
  'response-header-added': minor(NEW),
  'response-header-removed': major(
    'Clients read a header field that is no longer there.',
    'minor where it might be left out',
  ),
  'response-header-required': minor('Clients learn by the version that they may rely on it.'),
  'response-header-optional': major('Clients read a header field that may be absent now.'),
  'response-header-serialization': major('The same text has another value, or none.'),
  'encoding-changed': major('The same bytes have another value, or none.'),
  'security-added': major('Requests with the credentials that were enough are refused.'),
  'security-removed': minor(NEW),
  'security-scheme-changed': major(
    'Clients get or send their credentials in a way that no longer counts.',
    'minor for a flow, a URL or a scope that is new',
  ),
  'schema-added': major(
    'Values that were not described have to be of a form now.',
    'minor in a response',
  ),
  'schema-removed': major('Clients no longer know what the values are.', 'minor in a request'),
  'default-changed': major(
    'The same request means something else.',
    'minor where the base states none',
  ),
  'content-changed': major(
    'Clients that read or write the content as the base has it get other bytes.',
    'minor where a schema of texts only binds the service, and for a new value of `x-extensible-enum`, or one that is gone from a response',
  ),
  'discriminator-changed': major(
    'Clients read the same values as other classes.',
    'minor for one more name of an alternative',
  ),
  'access-changed': major(
    'Clients send what is not taken, or wait for what is not sent.',
    'minor unless it is read-only now',
  ),
  'property-added': minor(NEW),
  'property-removed': major(
    'What clients send in the property is no longer heard, or what they read is gone.',
    'minor in a response, where it was read-only, and if it was deprecated and its `x-sunset` is over',
  ),
  'alternative-added': minor(NEW),
  'alternative-removed': major(
    'What clients send of it is not described any more, or what they read is gone.',
    'minor in a response',
  ),
  narrowed: major(
    'Requests that were valid are refused, or responses have fewer values.',
    'minor in a response',
  ),
  widened: major(
    'Clients get what the base rules out, or may send more.',
    'minor in a request, and where only a `pattern` says so',
  ),
  undecided: {
    level: 'undecided',
    why: 'Nobody has shown that clients of the base are not affected.',
  },
} as const satisfies Readonly<Record<string, RuleEntry>>;

/** The rule of what one of the versions leaves out, so that nobody knows whether it changed. */
export const NOT_COMPARED = 'operation-not-compared';

/** The level that changes of a rule have, and when they have another: `major; minor in a response`. */
export function levelText({ level, but }: RuleEntry): string {
  return but === undefined ? level : `${level}; ${but}`;
}

export type ChangeRule = keyof typeof changeRules;

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

/** A change as it is found, of which a circumstance decides the level, or else its rule. */
export type FoundChange = Omit<Change, 'level'> & { readonly level?: Level };

/** A change of an operation, which the operation is put to later. */
export type OperationChange = Omit<FoundChange, 'operation'>;

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
