import { canonicalText } from '../../contract';
import {
  asObject,
  childPointer,
  type BoundaryCase,
  isJsonObject,
  valueAt,
} from '../../generate/index';
import type { BodyValue, OperationValues } from '../../samples/requests/operation-request';
import type { TestCase } from '../exchange';
import { amongAccepted, withOtherLeaves, withSameId } from './values';
import type { OperationCases } from './operation-cases';

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
    const of = (values: OperationValues): TestCase =>
      cases.of('coverage', `a body of ${offer.mediaType}`, values, [media]);
    const again = (vary: string): TestCase => of(cases.least(vary, offer));
    yield { ...of(withSameId(cases.operation, { parameters, body: offer })), again };
    yield* valueCases(cases, offer);
  }
}

function* valueCases(cases: OperationCases, offer: BodyValue): Generator<TestCase> {
  const { media } = offer;
  if (!('schema' in media.value) || 'itemSchema' in media.value) return;
  const pointer = childPointer(media.pointer, 'schema');
  const hasConflict = '409' in asObject(cases.operation.value.responses);
  for (const made of cases.context.coverage.of(pointer)) {
    const { value, valid, instance, keyword, description } = made;
    const place = instance === '' ? 'body' : `body ${instance}`;
    const covers = [{ pointer: made.pointer, keyword, valid }];
    const of = (values: OperationValues): TestCase =>
      cases.of('coverage', `${place}: ${description}`, values, covers);
    const varied = (vary: string, isPlain = false): TestCase | undefined => {
      const values = withOthers(cases, offer, made, vary);
      if (values === undefined) return undefined;
      // What is optional may be what is refused.
      return of(isPlain ? { ...values, parameters: cases.requiredParameters(vary) } : values);
    };
    // Each case has an id of its own, where clients choose them.
    const fresh = varied(`${made.pointer} ${description}`);
    // An id that is refused may be taken, which nothing tells where the document has no status for it.
    const isOpen = (isIdentity(instance) || refers(made)) && !hasConflict;
    // Any object will do, and the least has no part of its own that may be refused.
    const isOfAny = keyword === 'type' || keyword === 'properties';
    const isAny = valid && instance === '' && isOfAny && isJsonObject(value);
    const least = (vary: string): TestCase => of(cases.least(vary, offer));
    const others = isAny ? least : (vary: string) => varied(vary, true);
    const again = isOpen ? () => undefined : others;
    const testCase = fresh ?? of({ ...cases.base, body: { ...offer, value } });
    if (!valid || isOpen) yield { ...testCase, again };
    else {
      const among = (accepted: OperationValues): TestCase | undefined => {
        const values = withAccepted(cases, offer, made, accepted);
        return values && of(values);
      };
      yield { ...testCase, again, among };
    }
  }
}

/** The case within a body that was accepted; undefined where it does not fit in there. */
function withAccepted(
  cases: OperationCases,
  offer: BodyValue,
  made: BoundaryCase,
  accepted: OperationValues,
): OperationValues | undefined {
  if (accepted.body?.media.pointer !== offer.media.pointer) return undefined;
  const value = amongAccepted(made, accepted.body.value);
  const pointer = childPointer(offer.media.pointer, 'schema');
  const isValid = cases.context.maker.errorOf(pointer, 'request', value) === undefined;
  return isValid ? { ...accepted, body: { ...offer, value } } : undefined;
}

const UUID = /"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/i;

/** True for what refers to others: a service that does not have those may refuse it. */
function refers({ value, instance }: BoundaryCase): boolean {
  return UUID.test(canonicalText(valueAt(value, instance) ?? null));
}

/** True for a member by which a service may know what it has. */
function isIdentity(instance: string): boolean {
  const plain = /(?:^|[/_-])(?:id|uid|uuid|guid|key|slug|email|username)$/i;
  return plain.test(instance) || /[a-z](?:Id|Key)$/.test(instance);
}

/** The same case with other values beside the one that it is about; undefined where that makes it another. */
function withOthers(
  cases: OperationCases,
  offer: BodyValue,
  { value, valid, instance }: BoundaryCase,
  vary: string,
): OperationValues | undefined {
  const { maker } = cases.context;
  const pointer = childPointer(offer.media.pointer, 'schema');
  const others = maker.make(pointer, 'request', { vary, optional: 'all' }).value;
  // What refers to what, such as a kind to its members, stays in a value that one fault is to be shown in.
  const varied = valid
    ? withOtherLeaves(value, others, instance)
    : withOtherLeaves(value, others, instance, isIdentity);
  const isValid = maker.errorOf(pointer, 'request', varied) === undefined;
  if (isValid !== valid) return undefined;
  const values = { parameters: cases.variedParameters(vary), body: { ...offer, value: varied } };
  return valid && !isIdentity(instance) ? withSameId(cases.operation, values) : values;
}
