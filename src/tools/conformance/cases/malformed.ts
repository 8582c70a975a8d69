import { isJson, parseMediaType } from 'openapi-trellis/tools';
import { type BodyValue, type OperationValues, concreteMediaType } from '../../samples';
import type { TestCase } from '../../judge';
import { type OperationCases, withHeader } from './operation-cases';
import { withSameId } from './values';

/** Requests with faults below the schemas: media types, JSON, charsets, percent-encoding. */
export function* malformedCases(cases: OperationCases): Generator<TestCase> {
  yield* targetCases(cases);
  const [body] = cases.bodies();
  if (body === undefined) return;
  const request = cases.request({ ...cases.base, body });
  const covers = [{ pointer: body.media.pointer, keyword: 'media type', valid: false }];
  for (const each of cases.bodies()) yield* spelledCases(cases, each);
  const documented = cases.bodies().map(({ mediaType }) => mediaType);
  for (const type of OTHER_TYPES.filter((each) => !documented.includes(each))) {
    const other = withHeader(request, 'Content-Type', type);
    yield cases.by(`a body of ${type}`, other, covers);
  }
  yield cases.by('a body without Content-Type', withHeader(request, 'Content-Type', undefined));
  for (const each of cases.bodies()) yield* jsonCases(cases, each);
}

/** A body of one of the operation's JSON types that is not JSON, or in another charset. */
function* jsonCases(cases: OperationCases, offer: BodyValue): Generator<TestCase> {
  const type = concreteMediaType(offer.mediaType);
  const essence = parseMediaType(type)?.essence ?? '';
  if (!isJson(essence)) return;
  const request = cases.request({ ...cases.base, body: offer });
  const covers = [{ pointer: offer.media.pointer, keyword: 'media type', valid: false }];
  const name = essence === 'application/json' ? 'JSON' : essence;
  for (const [title, text] of jsonFaults(request.body ?? Buffer.alloc(0))) {
    yield cases.by(`${title} as ${name}`, { ...request, body: text }, covers);
  }
  const of = name === 'JSON' ? '' : ` of ${name}`;
  for (const charset of ['utf-16', 'iso-8859-1', 'x-unknown']) {
    const other = withHeader(request, 'Content-Type', `${type}; charset=${charset}`);
    yield cases.by(`a body${of} of the charset ${charset}`, other);
  }
}

/**
 * The same content under equivalent spellings of its media type.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 * @see https://www.rfc-editor.org/rfc/rfc2045#section-5 for parameters unknown to the recipient
 */
function* spelledCases(cases: OperationCases, offer: BodyValue): Generator<TestCase> {
  const type = concreteMediaType(offer.mediaType);
  if (!isJson(type) && type !== 'application/x-www-form-urlencoded') return;
  const covers = [{ pointer: offer.media.pointer, keyword: 'media type', valid: true }];
  for (const mediaType of [
    type.toUpperCase(),
    `${type}; charset=utf-8`,
    `${type};charset="UTF-8"`,
  ]) {
    const body = { ...offer, mediaType };
    const of = (values: OperationValues): TestCase =>
      cases.of('coverage', `a body of ${mediaType}`, values, covers);
    const values = withSameId(cases.operation, { ...cases.base, body });
    yield { ...of(values), again: (vary) => of(cases.least(vary, body)) };
  }
}

/** Media types that many frameworks accept by default, and an unknown one. */
const OTHER_TYPES = [
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/x-unknown',
];

/** @see https://www.rfc-editor.org/rfc/rfc8259 */
function jsonFaults(body: Buffer): (readonly [title: string, bytes: Buffer])[] {
  const text = body.toString();
  return [
    ['an empty text', Buffer.alloc(0)],
    ['a text that is cut off', Buffer.from(text.slice(0, -1))],
    ['a text with something behind it', Buffer.from(`${text} x`)],
    ['a bare word', Buffer.from('plainly-no-json')],
    ['an open brace', Buffer.from('{"')],
    ['a trailing comma', Buffer.from(text.replace(/([}\]])$/, ',$1'))],
    ['NaN', Buffer.from('NaN')],
    ['a control character in a string', Buffer.from('{"a\u0001":"\n"}')],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ],
    ['a member twice', Buffer.from(withMemberTwice(text))],
    ['many nested arrays', Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
  ];
}

function withMemberTwice(text: string): string {
  const [, first] = /^\{("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|[^,{}[\]"]+))[,}]/.exec(text) ?? [];
  return first === undefined ? text : text.replace(/\}$/, `,${first}}`);
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-2.1 */
function* targetCases(cases: OperationCases): Generator<TestCase> {
  const { operation, base } = cases;
  const request = cases.request(base);
  const [path = ''] = request.target.split('?');
  // The name of a documented query parameter, if there is one.
  const [own] = operation.parameters.filter(({ value }) => value.in === 'query');
  const name = own === undefined ? 'x' : encodeURIComponent(String(own.value.name));
  const others = base.parameters.filter(({ parameter }) => parameter !== own);
  const rest = cases.request({ ...base, parameters: others }).target;
  const mark = rest.includes('?') ? '&' : '?';
  for (const [title, text] of BROKEN_ENCODINGS) {
    const target = `${rest}${mark}${name}=${text}`;
    const of = (where: string): Pick<TestCase, 'title' | 'about'> => {
      const about = `${text === NUL ? title : 'broken percent-encoding'} in the ${where}`;
      return { title: `${title} in the ${where}`, about };
    };
    yield { ...cases.by('', { ...request, target }), ...of('query') };
    if (!operation.path.includes('{')) continue;
    const broken = path.replace(/[^/]*$/, text) + request.target.slice(path.length);
    yield { ...cases.by('', { ...request, target: broken }), ...of('path') };
  }
  const injected = `${rest}${mark}${name}=a%0d%0aX-Injected:%20yes`;
  yield cases.by('an encoded line break in the query', { ...request, target: injected });
}

const NUL = '%00';

const BROKEN_ENCODINGS = [
  ['a percent sign alone', '%'],
  ['percent-encoding that is none', '%zz'],
  ['percent-encoding that is no UTF-8', '%ff%fe'],
  ['an encoded NUL', NUL],
] as const;
