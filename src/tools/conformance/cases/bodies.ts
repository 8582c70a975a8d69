import { Random } from '../../cli';
import { childPointer, isJsonObject, valueAt, withValueAt } from '../../document';
import type { BoundaryCase, BodyValue, OperationValues } from '../../samples';
import type { Among, TestCase } from '../../judge';
import { canonicalText } from 'openapi-trellis/tools';
import { amongAccepted, freshId, isOwnId, withOtherLeaves, withSameId } from './values';
import type { OperationCases } from './operation-cases';

/**
 * Requests with each media type of the body, without one, and with values at and beyond each schema keyword.
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
  for (const each of cases.context.coverage.of(childPointer(media.pointer, 'schema'))) {
    // Each case has new ids if clients choose them.
    const series = `${cases.operation.operationId} ${offer.mediaType} ${each.pointer} ${each.description}`;
    const made = withFreshBroken(cases, media, each, series);
    const { value, valid, instance, keyword, description } = made;
    const place = instance === '' ? 'body' : `body ${instance}`;
    const covers = [{ pointer: made.pointer, keyword, valid }];
    const of = (values: OperationValues): TestCase =>
      cases.of('coverage', `${place}: ${description}`, values, covers);
    const varied = (vary: string, isPlain = false): TestCase | undefined => {
      const values = withOthers(cases, offer, made, vary);
      if (values === undefined) return undefined;
      // An optional part may be the one that is refused.
      return of(isPlain ? { ...values, parameters: cases.requiredParameters(vary) } : values);
    };
    const testCase = varied(series) ?? of({ ...cases.base, body: { ...offer, value } });
    if (!valid) {
      yield testCase;
      continue;
    }
    // Any object will do, and the smallest has no other part that may be refused.
    const isOfAny = keyword === 'type' || keyword === 'properties';
    const isAny = instance === '' && isOfAny && isJsonObject(value);
    const least = (vary: string): TestCase => of(cases.least(vary, offer));
    const among = (accepted: OperationValues, given: Among = {}): TestCase | undefined => {
      const vary = given.vary === undefined ? {} : { vary: `${series} ${given.vary}` };
      const how = { ...given, ...vary };
      const instead = withValue(cases, media, made, how.vary ?? series, how.value);
      const values = instead && withAccepted(cases, offer, instead, accepted, how);
      return values && of(values);
    };
    yield {
      ...testCase,
      again: isAny ? least : (vary: string) => varied(vary, true),
      among,
      inOrder: () =>
        testCase.values === undefined
          ? []
          : cases.inOrder(testCase.values, valueAt(value, instance)).map(of),
      ...namesIn(made),
    };
  }
}

/**
 * The case with an invalid id that no other request has, since an id in use may be refused for that. Returns the
 * case as it is if another text would break the id in one more way.
 */
function withFreshBroken(
  cases: OperationCases,
  media: BodyValue['media'],
  made: BoundaryCase,
  series: string,
): BoundaryCase {
  const { value, instance, valid } = made;
  if (valid || !isOwnId(instance) || typeof valueAt(value, instance) !== 'string') return made;
  const isFree =
    withValue(cases, media, { ...made, valid: true }, series, 'ordinary') !== undefined;
  return (isFree ? withValue(cases, media, made, series, 'alike') : undefined) ?? made;
}

/** The case with another value in its place, as valid or invalid as before; undefined if there is none. */
function withValue(
  cases: OperationCases,
  media: BodyValue['media'],
  made: BoundaryCase,
  series: string,
  which: Among['value'],
): BoundaryCase | undefined {
  if (which === undefined) return made;
  const { instance } = made;
  const own = valueAt(made.value, instance);
  if (instance === '' || own === undefined) return undefined;
  const random = new Random(`${cases.context.options.seed} ${series}`);
  const ordinary = (): unknown => {
    const usual = valueAt(cases.whole(media, series), instance);
    return isOwnId(instance) ? freshId(usual, random) : usual;
  };
  const value = which === 'alike' ? alike(own, random) : ordinary();
  if (value === undefined || canonicalText(value) === canonicalText(own)) return undefined;
  const whole = withValueAt(made.value, instance, value);
  return cases.takes(media, whole) === made.valid ? { ...made, value: whole } : undefined;
}

/** Range of the difference between two similar integers. */
const NEAR = 1_000;

/** A text of the same form, or an integer slightly closer to zero. */
function alike(value: unknown, random: Random): unknown {
  if (typeof value === 'string') return freshId(value, random);
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  if (!isWhole || Math.abs(Number(value)) <= NEAR) return undefined;
  const less =
    BigInt(value as bigint | number) - BigInt(Math.sign(Number(value)) * random.integer(1, NEAR));
  return typeof value === 'bigint' ? less : Number(less);
}

/** The case within an accepted body; undefined if it does not fit. */
function withAccepted(
  cases: OperationCases,
  offer: BodyValue,
  made: BoundaryCase,
  accepted: OperationValues,
  { vary, isOther }: Among,
): OperationValues | undefined {
  if (accepted.body?.media.pointer !== offer.media.pointer) return undefined;
  const put = amongAccepted(made, accepted.body.value);
  const fresh =
    vary === undefined ? put : cases.withFreshIds(offer.media, put, vary, made.instance);
  const isNoId = (name: string): boolean => !isIdentity(name);
  const value =
    isOther === true
      ? withOtherLeaves(fresh, cases.whole(offer.media, 'other'), made.instance, isNoId)
      : fresh;
  return cases.takes(offer.media, value) ? { ...accepted, body: { ...offer, value } } : undefined;
}

const UUID = /"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/i;

/** The resource whose id a value may be: a service may refuse it as missing, or as already in use. */
function namesIn({ value, instance }: BoundaryCase): Pick<TestCase, 'names'> {
  if (/^\/[^/]*$/.test(instance) && isOwnId(instance)) return { names: 'itself' };
  const isUuid = UUID.test(canonicalText(valueAt(value, instance) ?? null));
  return isUuid || isIdentity(instance) ? { names: 'another' } : {};
}

/** True for a member by which a service may identify the resource, or another one. */
function isIdentity(instance: string): boolean {
  return isOwnId(instance) || /[a-z](?:Id|Key)$/.test(instance);
}

/** The same case with other values except the one it is about; undefined if that would make it another case. */
function withOthers(
  cases: OperationCases,
  offer: BodyValue,
  { value, valid, instance }: BoundaryCase,
  vary: string,
): OperationValues | undefined {
  const others = cases.whole(offer.media, vary);
  // In an invalid value, keeps members that refer to each other, so there is no second fault.
  const beside = valid
    ? withOtherLeaves(value, others, instance)
    : withOtherLeaves(value, others, instance, isIdentity);
  const varied = cases.withFreshIds(offer.media, beside, vary, instance);
  if (cases.takes(offer.media, varied) !== valid) return undefined;
  const values = { parameters: cases.variedParameters(vary), body: { ...offer, value: varied } };
  return valid && !isIdentity(instance) ? withSameId(cases.operation, values) : values;
}
