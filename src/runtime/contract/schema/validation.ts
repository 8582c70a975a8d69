import type { CompiledContract, ValidatorName } from '../compiled-contract';
import { EqualValues } from '../json/canonical-text';
import { ROOT, type ExactNumbers, type ParsedJson } from '../json/parse-json';

/** An error of a compiled validator: Ajv's error object, without messages. */
export interface ValidationError {
  /** JSON Pointer (RFC 6901) of the value at fault. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The `this` of a validator. */
export interface ValidationContext {
  /** The numbers where doubles differ. */
  readonly exact: ExactNumbers;
  /** Known results for parts of the value. */
  readonly verdicts: Verdicts;
}

/** A function that generation compiled from a schema. Its `errors` are valid until the next call. */
export interface Validate {
  (
    this: ValidationContext,
    data: unknown,
    at: {
      instancePath: string;
      parentData: object;
      parentDataProperty: string | number;
      rootData: unknown;
    },
  ): boolean;
  errors?: readonly ValidationError[] | null;
}

/** A validator's result for a value. */
type Verdict = 'valid' | ValidationError;

/**
 * The number of scalar checks before results are kept: most scalars are checked once, which is cheaper than keeping a
 * result.
 */
const FEW = 1_000;

interface ScalarVerdict {
  readonly holder: object;
  readonly key: string | number;
  readonly value: unknown;
  readonly verdict: Verdict;
}

/** The place of a value. */
type At = Parameters<Validate>[1];

/** Validators' results for the parts of a value, valid while these do not change. */
export class Verdicts {
  /** The first result needs no map, since small values have at most one. */
  private first: { value: object; validate: Validate; verdict: Verdict } | undefined;
  private byValue: Map<object, Map<Validate, Verdict>> | undefined;
  private equal: EqualValues | undefined;
  private scalars: Map<Validate, ScalarVerdict> | undefined;
  private scalarChecks = 0;

  get(value: object, validate: Validate): Verdict | undefined {
    const { first } = this;
    if (first?.value === value && first.validate === validate) return first.verdict;
    return this.byValue?.get(value)?.get(validate);
  }

  set(value: object, validate: Validate, verdict: Verdict): void {
    if (this.first === undefined) {
      this.first = { value, validate, verdict };
      return;
    }
    this.byValue ??= new Map();
    const verdicts = this.byValue.get(value);
    if (verdicts === undefined) this.byValue.set(value, new Map([[validate, verdict]]));
    else verdicts.set(validate, verdict);
  }

  /** Like get, for a scalar: the validator's last result, if it was for the same place and value. */
  getScalar(value: unknown, at: At, validate: Validate): Verdict | undefined {
    if (this.scalarChecks++ < FEW) return undefined;
    const known = this.scalars?.get(validate);
    const isKnown =
      known?.holder === at.parentData &&
      known.key === at.parentDataProperty &&
      // A property name is checked at the place of its object.
      known.value === value;
    return isKnown ? known.verdict : undefined;
  }

  setScalar(value: unknown, at: At, validate: Validate, verdict: Verdict): void {
    if (this.scalarChecks <= FEW) return;
    this.scalars ??= new Map();
    const { parentData: holder, parentDataProperty: key } = at;
    this.scalars.set(validate, { holder, key, value, verdict });
  }

  /** @param exact the exact numbers of the whole value, the same in each call */
  equalValues(exact: ExactNumbers): EqualValues {
    return (this.equal ??= new EqualValues(exact));
  }
}

/** Validators by their names in the compiled contract. */
export type Validators = Readonly<Record<ValidatorName, Validate>>;

/** The context for validating, decoding and encoding values. */
export interface SchemaContext {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

/**
 * Validates a value.
 *
 * @param json the value with its exact numbers
 * @param parentData the holder of the value, if it is not the top-level value
 * @param verdicts known results for parts of the value, shared by calls with parts of one value
 * @returns the deciding error, or undefined when the value is valid
 */
export function validateJson(
  validate: Validate,
  json: ParsedJson,
  parentData: object = ROOT,
  parentDataProperty: string | number = '',
  verdicts = new Verdicts(),
): ValidationError | undefined {
  const valid = validate.call({ exact: json.exact, verdicts }, json.value, {
    instancePath: '',
    parentData,
    parentDataProperty,
    rootData: json.value,
  });
  return valid ? undefined : decidingError(validate);
}

/**
 * The deciding error after a refusal. Validators stop at the first fault and report errors inside a keyword before the
 * keyword's own: for an `anyOf`, those of each alternative, then that none matches.
 */
function decidingError({ errors }: Validate): ValidationError {
  const last = errors?.at(-1) ?? { instancePath: '', keyword: 'schema', params: {} };
  if (last.keyword !== 'anyOf' && last.keyword !== 'oneOf') return last;
  const fault = alternativesFault(errors?.slice(0, -1) ?? [], last.instancePath);
  return fault === undefined ? last : { ...last, params: { ...last.params, fault } };
}

/**
 * The validator of that name.
 *
 * @throws Error when generation made none, so the generated files do not match each other
 */
export function validatorOf(validators: Validators, name: ValidatorName): Validate {
  const validate = validators[name];
  if (validate === undefined) {
    throw new Error(`The generated validators lack "${name}"; run: npm run generate`);
  }
  return validate;
}

/**
 * A more specific fault than that a value matches no alternative of an `anyOf` or `oneOf`, such as for a nullable
 * value, which is how some tools describe optional values.
 */
export type AlternativesFault =
  /** The value has none of these types, and no alternative requires anything else. */
  | { readonly types: readonly string[] }
  /** All other alternatives are for other types. */
  | { readonly only: ValidationError };

/** Keywords that a value of any other type violates too, so their errors do not identify the intended alternative. */
const OF_ANY_TYPE = new Set(['const', 'enum', 'anyOf', 'oneOf']);

/**
 * @param errors the errors of the alternatives
 * @param path the place of the value
 * @returns undefined where no fault is more specific
 */
function alternativesFault(
  errors: readonly ValidationError[],
  path: string,
): AlternativesFault | undefined {
  if (errors.length === 0) return undefined;
  const types = errors.map((error) => (error.instancePath === path ? typesOf(error) : undefined));
  const [only, ...others] = errors.filter((_, index) => types[index] === undefined);
  if (only === undefined) return { types: [...new Set(types.flatMap((each) => each ?? []))] };
  return others.length === 0 && !OF_ANY_TYPE.has(only.keyword) ? { only } : undefined;
}

/** The expected types, if the type is the fault. */
function typesOf({ keyword, params }: ValidationError): readonly string[] | undefined {
  if (keyword === 'wholeNumber') return ['integer'];
  return keyword === 'type' ? [params.type].flat().map(String) : undefined;
}

/**
 * Validates a value against a referenced schema, once: where several alternatives refer to the same schema, each level
 * would otherwise double the time of the level above.
 *
 * @returns the verdict; after a refusal `validate.errors` holds only the deciding error, since the errors of
 *   alternatives would double at each level too
 */
export function checkOnce(
  this: ValidationContext,
  validate: Validate,
  data: unknown,
  at: Parameters<Validate>[1],
): boolean {
  const { verdicts } = this;
  const value = typeof data === 'object' && data !== null ? data : undefined;
  const known = value ? verdicts.get(value, validate) : verdicts.getScalar(data, at, validate);
  const verdict = known ?? verdictOf(this, validate, data, at);
  if (known === undefined) {
    if (value) verdicts.set(value, validate, verdict);
    else verdicts.setScalar(data, at, validate, verdict);
  }
  if (verdict === 'valid') return true;
  // A new array each time: compiled code adds to it.
  validate.errors = [verdict];
  return false;
}

function verdictOf(context: ValidationContext, validate: Validate, data: unknown, at: At): Verdict {
  return validate.call(context, data, at) ? 'valid' : decidingError(validate);
}
