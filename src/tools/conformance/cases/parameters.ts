import { asObject, childPointer, type Located, typesOf } from '../../document';
import {
  type BoundaryCase,
  type OperationValues,
  type ParameterValue,
  isReserved,
  valueSchema,
} from '../../samples';
import type { Among, Covered, TestCase } from '../../judge';
import { amongAccepted } from './values';
import { isRequired, type OperationCases } from './operation-cases';

/**
 * Requests without each parameter, with it, and with values at and beyond each keyword of its schema.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function* parameterCases(cases: OperationCases): Generator<TestCase> {
  yield* presence(cases);
  for (const parameter of cases.operation.parameters) {
    if (isReserved(parameter.value)) continue;
    const { schema, content } = parameter.value;
    if (schema === undefined && content === undefined) continue;
    yield* textCases(cases, parameter);
    for (const made of cases.context.coverage.of(valueSchema(parameter))) {
      yield caseOf(cases, { parameter, value: made.value }, made);
    }
  }
}

function* presence(cases: OperationCases): Generator<TestCase> {
  const { base } = cases;
  const optional = base.parameters.filter((each) => !isRequired(each));
  if (optional.length > 0) {
    const parameters = base.parameters.filter(isRequired);
    const covers = optional.map((each) => presenceOf(each, true));
    yield given(cases, 'only the required parameters', parameters, covers);
  }
  for (const each of base.parameters) {
    const name = parameterName(each);
    const parameters = base.parameters.filter((other) => other !== each);
    if (isRequired(each)) {
      if (each.parameter.value.in === 'path') continue;
      const covers = [presenceOf(each, false)];
      yield cases.of('coverage', `without ${name}`, { ...base, parameters }, covers);
    } else if (optional.length > 1) {
      const alone = [...base.parameters.filter(isRequired), each];
      const covers = [presenceOf(each, true)];
      yield given(cases, `with ${name} alone`, alone, covers);
    }
  }
}

/** A request with only these parameters; repetitions omit the optional parts of its body. */
function given(
  cases: OperationCases,
  title: string,
  parameters: readonly ParameterValue[],
  covers: readonly Covered[],
): TestCase {
  const of = (values: OperationValues): TestCase => cases.of('coverage', title, values, covers);
  const again = (vary: string): TestCase => of(cases.withLeastBody(parameters, vary));
  return { ...of({ ...cases.base, parameters }), again };
}

/** Texts that a lenient parser takes for a number or a boolean. */
const LOOSE_TEXTS: Readonly<Record<string, readonly string[]>> = {
  integer: ['5abc', '1.5', 'NaN'],
  number: ['5abc', '1,5', 'NaN'],
  boolean: ['truee', 'maybe'],
};

/** Integers of one and of two digits, which most bounds allow. */
const SHORT_NUMBERS = [7, 12];

function* textCases(cases: OperationCases, parameter: Located): Generator<TestCase> {
  const { maker, loaded } = cases.context;
  const schema = valueSchema(parameter);
  const [type, ...others] = typesOf(asObject(loaded.resolver.at(schema).schema));
  const numbers = type === 'integer' && others.length === 0 ? SHORT_NUMBERS : [];
  for (const value of numbers) {
    if (!maker.takes(schema, 'request', value)) continue;
    const made = { pointer: childPointer(schema, 'type'), keyword: 'type', instance: '' };
    const description = `the text "${value}"`;
    yield caseOf(cases, { parameter, value }, { ...made, value, valid: true, description });
  }
  const texts = type === undefined || others.length > 0 ? [] : (LOOSE_TEXTS[type] ?? []);
  for (const text of texts) {
    const values = withParameter(cases.base, { parameter, value: text, text });
    const covers = [{ pointer: parameter.pointer, keyword: 'parameter', valid: false }];
    const title = `${parameterName({ parameter })}: the text "${text}" where type is ${String(type)}`;
    yield cases.of('coverage', title, values, covers);
  }
}

function caseOf(cases: OperationCases, given: ParameterValue, made: BoundaryCase): TestCase {
  const title = `${parameterName(given)}: ${made.description}`;
  const covers = [{ pointer: made.pointer, keyword: made.keyword, valid: made.valid }];
  const of = (values: OperationValues): TestCase =>
    cases.of('coverage', title, withParameter(values, given), covers);
  // An optional part may be the one that is refused.
  const again = (vary: string): TestCase => of(cases.least(vary));
  if (!made.valid) return { ...of(cases.base), again };
  const among = (accepted: OperationValues, how: Among = {}): TestCase | undefined => {
    if (how.value !== undefined) return undefined;
    const known = accepted.parameters.find(({ parameter }) => parameter === given.parameter);
    const value = amongAccepted(made, known?.value);
    const { maker } = cases.context;
    if (!maker.takes(valueSchema(given.parameter), 'request', value)) return undefined;
    return cases.of('coverage', title, withParameter(accepted, { ...given, value }), covers);
  };
  const inOrder = (): TestCase[] => cases.inOrder(cases.base, given.value).map(of);
  return { ...of(cases.base), again, among, inOrder };
}

function withParameter(values: OperationValues, given: ParameterValue): OperationValues {
  const others = values.parameters.filter(({ parameter }) => parameter !== given.parameter);
  return { ...values, parameters: [...others, given] };
}

function presenceOf({ parameter }: ParameterValue, valid: boolean): Covered {
  return { pointer: parameter.pointer, keyword: 'parameter', valid };
}

/** Name for a reader, such as `query limit`. */
function parameterName({ parameter }: Pick<ParameterValue, 'parameter'>): string {
  return `${String(parameter.value.in)} ${String(parameter.value.name)}`;
}
