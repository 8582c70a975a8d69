import {
  isJsonObject,
  childPointer,
  contentKind,
  valueAt,
  type Operation,
  typesOf,
} from '../../document';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../values/value-generator';
import {
  operationRequest,
  type OperationRequest,
  type OperationValues,
  type ParameterValue,
  type RequestCredentials,
} from './operation-request';
import { itemsAt } from './example-items';
import { NO_CREDENTIALS } from './request-credentials';
import { valueSchema } from './sample-values';
import { serializationOf } from './serialize-parameter';

/** A request that breaks one rule of its operation. */
export interface BrokenRequest {
  /** Describes the fault, for a reader. */
  readonly fault: string;
  /** The expected status, if the document declares it. */
  readonly status: 400 | 401;
  readonly request: OperationRequest;
}

/**
 * Requests that an operation must reject, made from values that it accepts; the most telling come first. None for an
 * operation that accepts any request.
 */
export function brokenRequests(
  loaded: LoadedContract,
  maker: ValueGenerator,
  operation: Operation,
  values: OperationValues,
  credentials: RequestCredentials,
  basePath = '',
): BrokenRequest[] {
  const broken = (fault: string, changed: OperationValues): BrokenRequest => ({
    fault,
    status: 400,
    request: operationRequest(operation, changed, credentials, basePath),
  });
  return [
    ...values.parameters.flatMap((given) => wrongParameter(loaded, values, given, broken)),
    ...wrongBodies(loaded, maker, operation, values, broken),
    ...values.parameters.flatMap((given) => missingParameter(maker, values, given, broken)),
    ...missingCredentials(operation, values, basePath),
  ];
}

type Broken = (fault: string, changed: OperationValues) => BrokenRequest;

/** Sends a text from which no type of the parameter's schema can be parsed. */
function wrongParameter(
  { resolver }: LoadedContract,
  values: OperationValues,
  given: ParameterValue,
  broken: Broken,
): BrokenRequest[] {
  const { parameter } = given;
  if ('content' in parameter.value || parameter.value.style !== undefined) return [];
  const pointer = valueSchema(parameter);
  // A boolean schema accepts every text or none.
  if (!isJsonObject(valueAt(resolver.document, pointer))) return [];
  const types = typesOf(resolver.resolve(pointer).value);
  const telling = types.length > 0 && types.every((type) => UNLIKE_TEXT.has(type));
  if (!telling) return [];
  const others = values.parameters.filter((other) => other !== given);
  const changed = { ...values, parameters: [...others, { ...given, text: 'not-of-this-type' }] };
  return [
    broken(
      `the parameter "${String(parameter.value.name)}" is not of type ${types.join(' or ')}`,
      changed,
    ),
  ];
}

const UNLIKE_TEXT = new Set(['integer', 'number', 'boolean']);

function missingParameter(
  maker: ValueGenerator,
  values: OperationValues,
  given: ParameterValue,
  broken: Broken,
): BrokenRequest[] {
  const { in: location, name, required } = given.parameter.value;
  if (required !== true || location === 'path') return [];
  const parameters = values.parameters.filter((other) => other !== given);
  if (isExploded(given)) {
    // An exploded object shows no name: other parameters may be its properties, and without any it is empty.
    const others = parameters.some(({ parameter }) => parameter.value.in === location);
    const isEmpty = maker.takes(valueSchema(given.parameter), 'request', {});
    if (isEmpty || (others && isJsonObject(given.value))) return [];
  }
  return [broken(`the parameter "${String(name)}" is missing`, { ...values, parameters })];
}

function isExploded({ parameter }: ParameterValue): boolean {
  const { style, explode } = serializationOf(parameter.value);
  return (style === 'form' || style === 'cookie') && explode;
}

function wrongBodies(
  { resolver }: LoadedContract,
  maker: ValueGenerator,
  operation: Operation,
  values: OperationValues,
  broken: Broken,
): BrokenRequest[] {
  const { body, parameters } = values;
  if (body === undefined) return [];
  const found: BrokenRequest[] = [];
  if (contentKind(resolver, body.mediaType, body.media.pointer) === 'json') {
    const pointer = childPointer(body.media.pointer, 'schema');
    const isWrong = (value: unknown): boolean =>
      'schema' in body.media.value && !maker.takes(pointer, 'request', value);
    for (const value of WRONG_VALUES.filter(isWrong).slice(0, 1)) {
      found.push(broken('the body is of a wrong type', { parameters, body: { ...body, value } }));
    }
    for (const [name, value] of withoutOneProperty(body.value)) {
      if (!isWrong(value)) continue;
      found.push(broken(`the body lacks "${name}"`, { parameters, body: { ...body, value } }));
    }
    found.push(broken('the body is not JSON', { parameters, body: { ...body, text: '{"' } }));
  }
  const items = itemsAt(body.mediaType, body.media);
  // Events are objects of texts whatever they hold, and parts are texts.
  if (items !== undefined && items.framing !== 'events' && items.framing !== 'parts') {
    const isWrong = (value: unknown): boolean => !maker.takes(items.pointer, 'request', value);
    for (const value of WRONG_VALUES.filter(isWrong).slice(0, 1)) {
      const wrong = { ...body, value: [value] };
      found.push(broken('an item of the body is of a wrong type', { parameters, body: wrong }));
    }
  }
  const { value } = resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  if (value.required === true) found.push(broken('the body is missing', { parameters }));
  return found;
}

const WRONG_VALUES: readonly unknown[] = [0, 'text', true, [], {}, null];

/** The most properties left out in turn; each makes a body with all the others. */
const MOST_LEFT_OUT = 100;

function withoutOneProperty(value: unknown): [string, unknown][] {
  if (!isJsonObject(value)) return [];
  const names = Object.keys(value).slice(0, MOST_LEFT_OUT);
  return names.map((name) => {
    const rest = Object.entries(value).filter(([other]) => other !== name);
    return [name, Object.fromEntries(rest)];
  });
}

/** Applies only where every alternative requires credentials. */
function missingCredentials(
  operation: Operation,
  values: OperationValues,
  basePath: string,
): BrokenRequest[] {
  const { security } = operation;
  const wanted = security.length > 0 && security.every((each) => Object.keys(each).length > 0);
  if (!wanted) return [];
  const request = operationRequest(operation, values, NO_CREDENTIALS, basePath);
  return [{ fault: 'the credentials are missing', status: 401, request }];
}
