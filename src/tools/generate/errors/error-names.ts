import type { ErrorDetail } from 'openapi-trellis/tools';
import type { PartPosition } from '../../samples';

/**
 * The meaning of names in error bodies, in one table. Only letters and digits are compared, in lower case: `errorCode`,
 * `error_code` and `Error-Code` are the same.
 */

/** The meaning of property names, as the details that can fill them; the first that fits the schema is used. */
interface Meaning {
  readonly names: readonly string[];
  readonly details: readonly ErrorDetail[];
  /** Limits the meaning to some parts; without it, it applies everywhere. */
  readonly where?: (part: PartPosition) => boolean;
  /** True for a detail stated only where the schema requires the property. */
  readonly onlyRequired?: true;
}

/** Names of the message, best first. */
const MESSAGES = words(`message msg errormessage errormsg errmsg detail errordetail errordescription
  description usermessage developermessage statusmessage faultstring explanation text reason details info
  diagnostics`);

const SUMMARIES = words('title summary');

const MEANINGS: readonly Meaning[] = [
  // RFC 9457, section 3.1.1: the type has no meaning beyond the status.
  { names: ['type'], details: ['blankType'], where: beside('title', 'detail') },
  // A reason next to a message is a code for programs.
  { names: ['reason'], details: ['name'], where: beside('message', 'msg') },
  { names: MESSAGES, details: ['message'] },
  { names: SUMMARIES, details: ['summary'] },
  {
    names: ['error'],
    details: ['phrase', 'number', 'numberText'],
    where: (part) => beside('status', 'statuscode')(part) && beside('message')(part),
  },
  {
    names: words('error code errorcode errcode errno errornumber errorno faultcode'),
    details: ['number', 'numberText', 'status'],
  },
  {
    names: words('status statuscode httpstatus httpstatuscode httpcode responsecode'),
    details: ['status', 'statusText'],
  },
  { names: words('statustext reasonphrase'), details: ['phrase'] },
  { names: words('type errortype errorname kind category'), details: ['name'] },
  { names: ['name'], details: ['property', 'name'], where: isInList },
  { names: ['name'], details: ['name'] },
  {
    names: words('timestamp time datetime date occurredat'),
    details: ['time', 'date', 'milliseconds', 'seconds'],
  },
  {
    names: words(
      'traceid requestid correlationid errorid eventid transactionid instance id reference',
    ),
    details: ['uuid', 'urn'],
    onlyRequired: true,
  },
  { names: words('pointer jsonpointer instancepath datapath'), details: ['pointer'] },
  { names: ['parameter'], details: ['parameter'], where: isInSource },
  { names: ['header'], details: ['header'], where: isInSource },
  { names: ['path'], details: ['property', 'place', 'placeTexts'], where: isInList },
  { names: words('path uri url requesturi requestpath'), details: ['path'], onlyRequired: true },
  { names: words('method httpmethod'), details: ['method'], onlyRequired: true },
  { names: words('in location locationtype'), details: ['location', 'place', 'placeTexts'] },
  { names: ['loc'], details: ['place', 'placeTexts', 'property'] },
  {
    names:
      words(`field fieldname fieldpath property propertyname propertypath param parameter parametername
      attribute target key element argument source`),
    details: ['property'],
  },
  { names: words('success ok succeeded valid isvalid'), details: ['no'] },
  { names: words('error failed failure iserror haserror'), details: ['yes'] },
];

/** Names of lists of faults. */
const LISTS = new Set(
  words(`errors error details detail violations issues problems faults reasons causes messages message
    fielderrors invalidparams invalidparameters validationerrors validationissues errordetails errormessages
    errorlist nonfielderrors fieldviolations`),
);

/** Names of objects that contain errors. */
const CONTAINERS = new Set(
  words('error errors fault problem detail details source data failure exception response status'),
);

/** How freely names are read when a stricter reading finds no place for the message. */
export type Freedom = 'strict' | 'summaries' | 'any text';

/** The details that a property can state by its name, best first. */
export function detailsOf(part: PartPosition, freedom: Freedom): readonly ErrorDetail[] {
  const name = plainName(part.name);
  const found = MEANINGS.filter(
    ({ names, where, onlyRequired }) =>
      names.includes(name) && (where?.(part) ?? true) && (part.required || onlyRequired !== true),
  );
  const details = found.flatMap((meaning) => meaning.details);
  if (freedom === 'strict' || !(SUMMARIES.includes(name) || name === 'error')) return details;
  return ['message', ...details];
}

/** True for a message property next to a better one. */
export function isSecondMessage({ name, siblings }: PartPosition): boolean {
  const rank = MESSAGES.indexOf(plainName(name));
  return rank > 0 && siblings.some((other) => MESSAGES.slice(0, rank).includes(plainName(other)));
}

/** True for the name of a list of faults, and for the body itself. */
export function isListName({ name, path }: PartPosition): boolean {
  return path.length === 0 || LISTS.has(plainName(name));
}

export function isContainerName({ name }: PartPosition): boolean {
  return CONTAINERS.has(plainName(name));
}

export function isInList({ path }: PartPosition): boolean {
  return path.includes('[]');
}

function isInSource({ path }: PartPosition): boolean {
  return plainName(path.at(-2) ?? '') === 'source';
}

function beside(...names: readonly string[]): (part: PartPosition) => boolean {
  return ({ siblings }) => siblings.some((name) => names.includes(plainName(name)));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
