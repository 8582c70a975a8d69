import type { Direction } from '../../document';
import { cut, stringifyJson, describeError, type ValidationError } from 'openapi-trellis/tools';
import type { Witness } from './schemas/witness';

/**
 * The part of a document's version that a change requires to rise (Semantic Versioning). An undecided change
 * requires none.
 */
export type Level = 'major' | 'minor' | 'patch' | 'undecided';

export function operationName({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string {
  return `${method} ${path}`;
}

interface RuleEntry {
  /** The default, unless a circumstance overrides it. */
  readonly level: Level;
  /** The circumstances that override it. */
  readonly but?: string;
  /** Why it matters to clients. The clients of webhooks and callbacks are their receivers. */
  readonly why: string;
}

function major(why: string, but?: string): RuleEntry {
  return { level: 'major', why, ...(but !== undefined && { but }) };
}

function minor(why: string, but?: string): RuleEntry {
  return { level: 'minor', why, ...(but !== undefined && { but }) };
}

const NEW = 'Clients learn of what is new by the version.';

/** The rules of changes. Their names are stable. */
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
  'webhook-removed': major(
    'Receivers no longer get the webhook.',
    'minor if it was deprecated and its `x-sunset` is over',
  ),
  'callback-added': minor(
    'Those who receive callbacks get requests that the base does not describe.',
  ),
  'callback-removed': major(
    'Receivers no longer get the callback.',
    'minor if it was deprecated and its `x-sunset` is over',
  ),
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
    'The service ignores the parameter.',
    'minor if it was deprecated and its `x-sunset` is over',
  ),
  'parameter-required': major('Requests without the parameter were valid and are refused.'),
  'parameter-optional': minor('Clients learn by the version that they may leave it out.'),
  'parameter-serialization': major(
    'The same text has another value, or none.',
    'minor where the value may be empty now',
  ),
  'request-body-added': minor('Clients of the base send no body.', 'major where it is required'),
  'request-body-removed': major('The service ignores the body.'),
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
    'minor where it might be left out, and if it was deprecated and its `x-sunset` is over',
  ),
  'response-header-required': minor('Clients learn by the version that they may rely on it.'),
  'response-header-optional': major(
    'Clients read a header field that may be absent now.',
    'minor if it was deprecated and its `x-sunset` is over',
  ),
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
    'minor where bytes of any kind are of one kind, or the other way round, where a schema of texts only binds the service, and for a new value of `x-extensible-enum`, or one that is gone from a response',
  ),
  'discriminator-changed': major(
    'Clients read the same values as other classes.',
    'minor for one more name of an alternative',
  ),
  'access-changed': major(
    'Clients send what is not taken, or wait for what is not sent.',
    'minor unless it is read-only now, and if it was deprecated and its `x-sunset` is over',
  ),
  'property-added': minor(NEW),
  'property-removed': major(
    'The service ignores the property, or clients no longer get it.',
    'minor in a response, where it was read-only, and if it was deprecated and its `x-sunset` is over',
  ),
  'alternative-added': minor(NEW),
  'alternative-removed': major(
    'What clients send of it is not described any more, or what they read is gone.',
    'minor in a response',
  ),
  narrowed: major(
    'Requests that were valid are refused, or responses have fewer values.',
    'minor in a response, and for a property that was deprecated and whose `x-sunset` is over',
  ),
  widened: major(
    'Clients get what the base rules out, or may send more.',
    'minor in a request, where only a `pattern` says so, and for a property that was deprecated and whose `x-sunset` is over',
  ),
  undecided: {
    level: 'undecided',
    why: 'Nobody has shown that clients of the base are not affected.',
  },
} as const satisfies Readonly<Record<string, RuleEntry>>;

/** The rule for a part that one version leaves out, so it is unknown whether it changed. */
export const NOT_COMPARED = 'operation-not-compared';

/** The level of a rule, with its exceptions: `major; minor in a response`. */
export function levelText({ level, but }: RuleEntry): string {
  return but === undefined ? level : `${level}; ${but}`;
}

export type ChangeRule = keyof typeof changeRules;

/** The subject of a change of the whole document. */
export const ALL_OPERATIONS = 'all operations';

/** A difference between a document and its base. */
export interface Change {
  /** A stable name, such as `request-narrowed`. */
  readonly rule: ChangeRule;
  readonly level: Level;
  /** The subject: an operation, as `POST /plants`, a webhook, a security scheme, or ALL_OPERATIONS. */
  readonly operation: string;
  readonly message: string;
  /** The document that the pointer is of. */
  readonly version: 'base' | 'revision';
  /** JSON Pointer in that document. */
  readonly pointer: string;
  /** Absent for structural changes. */
  readonly witness?: Witness;
  /** Key of the affected response, in a Responses Object of one of the versions. */
  readonly response?: string;
  readonly schemas?: ChangedSchemas;
  /** Place of the change in values of the schemas: `/tags/*` for each of `tags`. */
  readonly instance?: string;
}

/** JSON Pointers of two schemas of the same place. */
export interface ChangedSchemas {
  /** Absent if only the revision has one. */
  readonly base?: string;
  readonly revision: string;
  readonly direction: Direction;
}

/** A change as found. Without a level, it has that of its rule. */
export type FoundChange = Omit<Change, 'level'> & { readonly level?: Level };

/** A change of an operation, before the operation is named. */
export type OperationChange = Omit<FoundChange, 'operation'>;

/** Characters of a value that messages show. */
const MOST_SHOWN = 200;

/** A value for messages: JSON, truncated. */
export function shownValue(value: unknown): string {
  return cut(stringifyJson(value), MOST_SHOWN);
}

/** Maximum characters of a validator's message: lists of values may be long. */
const MOST_SAID = 300;

/** Why a value is rejected, as the end of a sentence. */
export function errorText(error: ValidationError): string {
  return `the value ${cut(describeError(error), MOST_SAID)}`;
}
