import { childPointer, type CoverageValue, coverageValues } from '../../generate/index';
import type { BodyValue, OperationValues } from '../../examples/operation-request';
import type { TestCase } from '../test-case';
import type { OperationCases } from './operation-cases';
import { withOtherLeaves } from './other-leaves';

/**
 * Requests with each media type of the body, none, and values at and beyond each keyword of its schema.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function* bodyCases(cases: OperationCases): Generator<TestCase> {
  const body = cases.requestBody;
  if (body === undefined) return;
  const isRequired = body.value.required === true;
  const { parameters } = cases.base;
  const covers = [
    { pointer: childPointer(body.pointer, 'required'), keyword: 'required', valid: !isRequired },
  ];
  yield cases.of('coverage', 'without a body', { parameters }, covers);
  for (const offer of cases.bodies()) {
    const media = { pointer: offer.media.pointer, keyword: 'media type', valid: true };
    yield cases.of('coverage', `a body of ${offer.mediaType}`, { parameters, body: offer }, [
      media,
    ]);
    yield* valueCases(cases, offer);
  }
}

function* valueCases(cases: OperationCases, offer: BodyValue): Generator<TestCase> {
  const { loaded } = cases.context;
  const { media, mediaType } = offer;
  if (!('schema' in media.value) || 'itemSchema' in media.value) return;
  const pointer = childPointer(media.pointer, 'schema');
  for (const made of coverageValues(loaded, pointer, 'request')) {
    const values = { ...cases.base, body: { mediaType, media, value: made.value } };
    const covers = [{ pointer: made.pointer, keyword: made.keyword, valid: made.valid }];
    const place = made.instance === '' ? 'body' : `body ${made.instance}`;
    const testCase = cases.of('coverage', `${place}: ${made.description}`, values, covers);
    yield { ...testCase, again: (vary) => again(cases, pointer, values, made, vary) };
  }
}

/** The same case with other values beside the one that it is about, such as another id. */
function again(
  cases: OperationCases,
  pointer: string,
  values: OperationValues & { readonly body: BodyValue },
  made: CoverageValue,
  vary: string,
): ReturnType<NonNullable<TestCase['again']>> {
  const { maker } = cases.context;
  const others = maker.make(pointer, 'request', { vary }).value;
  const value = withOtherLeaves(made.value, others, made.instance);
  const isValid = maker.errorOf(pointer, 'request', value) === undefined;
  if (isValid !== made.valid) return undefined;
  const { parameters } = cases.varied(vary);
  return cases.request({ parameters, body: { ...values.body, value } });
}
