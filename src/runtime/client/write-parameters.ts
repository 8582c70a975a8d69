import {
  type CompiledContract,
  type CompiledOperation,
  encode,
  isMerged,
  isSpreadObject,
  type ParameterLocation,
  primitiveText,
  type Serialization,
  serialize,
  stringifyJson,
  writtenStyle,
} from '../contract';
import { naming, plainValue, refuseAmbiguous, refuseSharedNames } from './written-value';
import { urlencoded } from './write-body';

/** Values of parameters by location and name, as in a call of openapi-fetch. */
export interface CallParameters {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly cookie?: Values;
  readonly querystring?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

export interface WrittenParameters {
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The value of the field Cookie. */
  readonly cookies: string;
}

/** @throws TypeError for a value that its parameter cannot express */
export function writeParameters(
  contract: CompiledContract,
  operation: CompiledOperation,
  params: CallParameters,
): WrittenParameters {
  const at = (location: ParameterLocation): readonly GivenValue[] =>
    givenValues(operation, location, params[location] ?? {});
  const [path = '', fixedQuery = ''] = operation.path.split(/\?(.*)/s);
  const pathValues = at('path');
  const query = [
    fill(operation, fixedQuery, pathValues),
    ...texts(contract, operation, at('query')),
    writeQuerystring(operation, params.querystring),
  ];
  return {
    path: path
      .split('/')
      .map((segment) => writeSegment(operation, segment, pathValues))
      .join('/'),
    query: query.filter((text) => text !== '').join('&'),
    headers: Object.fromEntries(at('header').map((each) => [each.name, write(each)])),
    cookies: texts(contract, operation, at('cookie'))
      .filter((text) => text !== '')
      .join('; '),
  };
}

interface GivenValue {
  readonly location: ParameterLocation;
  readonly name: string;
  readonly value: unknown;
  readonly serialization: Serialization;
  /** Its name in messages. */
  readonly subject: string;
}

const operationName = ({ method, path }: CompiledOperation): string => `${method} ${path}`;

const subjectOf = (operation: CompiledOperation, location: string, name: string): string =>
  `The ${location} parameter ${JSON.stringify(name)} of ${operationName(operation)}`;

/** Skips undefined values; a parameter that the document does not name gets the default style. */
function givenValues(
  operation: CompiledOperation,
  location: ParameterLocation,
  values: Values,
): readonly GivenValue[] {
  const isCaseless = location === 'header';
  const folded = (name: string): string => (isCaseless ? name.toLowerCase() : name);
  const isForm = location === 'query' || location === 'cookie';
  const usual = {
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    types: { types: [] },
  } as const;
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, given]) => {
      const parameter = operation.parameters.find(
        (each) => each.in === location && folded(each.name) === folded(name),
      );
      const subject = subjectOf(operation, location, name);
      const value =
        parameter === undefined || 'style' in parameter.serialization
          ? naming(subject, () => plainValue(given))
          : given;
      return { location, name, value, serialization: parameter?.serialization ?? usual, subject };
    });
}

/** Values of a query or of cookies, with their names. */
function texts(
  { valueTypes }: CompiledContract,
  operation: CompiledOperation,
  values: readonly GivenValue[],
): string[] {
  const [first] = values;
  if (first === undefined) return [];
  const spread = values.flatMap(({ location, name, value, serialization }) =>
    'style' in serialization && isSpreadObject(value, writtenStyle(location, serialization))
      ? [{ name, members: value }]
      : [],
  );
  const others = operation.parameters.filter(
    (each) => each.in === first.location && !isMerged(valueTypes, each.serialization),
  );
  naming(`The ${first.location} of ${operationName(operation)}`, () => {
    refuseSharedNames(
      spread,
      others.map(({ name }) => name),
    );
  });
  return values.map(write);
}

/** The text of a parameter; in a query and in cookies, with its name. */
function write({ location, name, value, serialization, subject }: GivenValue): string {
  return naming(subject, () => {
    if (!('style' in serialization)) {
      const text = serialization.json === true ? stringifyJson(value) : primitiveText(value);
      if (location === 'header')
        return headerText(serialization.json === true ? ascii(text) : text);
      return location === 'path' ? encode(text) : `${encode(name)}=${encode(text)}`;
    }
    const how = writtenStyle(location, serialization);
    refuseAmbiguous(value, how);
    const text = serialize(name, value, how);
    if (location === 'header' || how.style === 'cookie') return headerText(text);
    // A Cookie field has semicolons where the style has ampersands.
    return location === 'cookie' ? text.replaceAll('&', '; ') : text;
  });
}

/** JSON in ASCII, which headers allow. */
function ascii(json: string): string {
  return json.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function headerText(text: string): string {
  if (/^\s|\s$|[^\t -~\u0080-\u00ff]/.test(text)) {
    throw new TypeError('a header has characters of ISO-8859-1, and no space at its ends');
  }
  return text;
}

function writeQuerystring(operation: CompiledOperation, value: unknown): string {
  if (value === undefined || operation.querystring === undefined) return '';
  const { media } = operation.querystring;
  return naming(`The query of ${operationName(operation)}`, () => {
    if (media.kind === 'form') return urlencoded(media, value);
    return encode(media.kind === 'json' ? stringifyJson(value) : primitiveText(value));
  });
}

/** A part of a path template with the values of its expressions. */
function fill(
  operation: CompiledOperation,
  template: string,
  values: readonly GivenValue[],
): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const given = values.find((each) => each.name === name);
    const text = given === undefined ? '' : write(given);
    // Without a value, the path may be that of another operation.
    if (text === '') throw unwritablePath(operation, name, 'it is empty or missing');
    return text;
  });
}

/**
 * URLs do not preserve segments of one or two periods, encoded or not.
 *
 * @see https://url.spec.whatwg.org/#double-dot-path-segment
 */
function writeSegment(
  operation: CompiledOperation,
  template: string,
  values: readonly GivenValue[],
): string {
  const segment = fill(operation, template, values);
  if (segment === template || !/^(?:\.|%2e){1,2}$/i.test(segment)) return segment;
  const [, name = ''] = /\{([^{}]*)\}/.exec(template) ?? [];
  throw unwritablePath(operation, name, `a URL leads "${segment}" elsewhere`);
}

function unwritablePath(operation: CompiledOperation, name: string, reason: string): TypeError {
  return new TypeError(`${subjectOf(operation, 'path', name)} cannot be written: ${reason}`);
}
