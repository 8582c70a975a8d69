import type { Arbitrary } from 'fast-check';
import { childPointer, fastCheck, valueArbitrary } from '../../generate/index';
import type {
  BodyValue,
  OperationValues,
  ParameterValue,
} from '../../samples/requests/operation-request';
import { isReserved, valueSchema } from '../../samples/requests/sample-values';
import { isCursor } from '../../resources/index';
import type { OperationCases } from '../cases/operation-cases';

/** Of requests, how many get a known value where there is one, in ten. */
const KNOWN = 8;

/** Of requests, how many are broken in one place, in ten. */
const BROKEN = 3;

/** Coverage values of a schema among which broken ones are looked for. */
const LOOKED_AT = 100;

/**
 * Requests of an operation at random: each parameter and the body by their schemas, most of them valid,
 * some with one part that breaks its schema. What fails can be made smaller.
 */
export function requestArbitrary(cases: OperationCases): Arbitrary<OperationValues> {
  const fc = fastCheck();
  const parameters = cases.operation.parameters
    .filter(({ value }) => !isReserved(value) && ('schema' in value || 'content' in value))
    .map((parameter) => parameterArbitrary(cases, parameter));
  return fc.tuple(fc.tuple(...parameters), bodyArbitrary(cases)).map(([given, body]) => ({
    parameters: given.filter((each) => each !== undefined),
    ...(body !== undefined && { body }),
  }));
}

function parameterArbitrary(
  cases: OperationCases,
  parameter: ParameterValue['parameter'],
): Arbitrary<ParameterValue | undefined> {
  const fc = fastCheck();
  const { context, operation } = cases;
  const values = valuesOf(cases, valueSchema(parameter));
  const known = context.known(operation, parameter);
  const given = (
    known === undefined
      ? values
      : fc.oneof(
          { weight: KNOWN, arbitrary: fc.constant(known) },
          { weight: 10 - KNOWN, arbitrary: values },
        )
  ).map((value): ParameterValue | undefined => ({ parameter, value }));
  const isRequired = parameter.value.required === true || parameter.value.in === 'path';
  if (isRequired) return given;
  const left = isCursor(context.loaded, parameter) ? 9 : 5;
  return fc.oneof(
    { weight: left, arbitrary: fc.constant(undefined) },
    { weight: 10 - left, arbitrary: given },
  );
}

function bodyArbitrary(cases: OperationCases): Arbitrary<BodyValue | undefined> {
  const fc = fastCheck();
  const isRequired = cases.requestBody?.value.required === true;
  const bodies = cases.bodies().map((body): Arbitrary<BodyValue | undefined> => {
    const { media } = body;
    if (!('schema' in media.value) || 'itemSchema' in media.value) return fc.constant(body);
    const values = valuesOf(cases, childPointer(media.pointer, 'schema'));
    return values.map((value) => ({ ...body, value }));
  });
  if (bodies.length === 0) return fc.constant(undefined);
  const any = fc.oneof(...bodies);
  return isRequired
    ? any
    : fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 9, arbitrary: any });
}

/** Valid values of a schema, and some that break it; the nearest one where no valid one is found. */
function valuesOf({ context }: OperationCases, pointer: string): Arbitrary<unknown> {
  const fc = fastCheck();
  const { loaded, maker } = context;
  const made = maker.make(pointer, 'request');
  const broken = context.coverage.broken(pointer, LOOKED_AT);
  const valid =
    made.error === undefined ? valueArbitrary(loaded, pointer, 'request') : fc.constant(made.value);
  if (broken.length === 0) return valid;
  const wrong = fc.constantFrom(...broken).map(({ value }) => value);
  return fc.oneof({ weight: 10 - BROKEN, arbitrary: valid }, { weight: BROKEN, arbitrary: wrong });
}
