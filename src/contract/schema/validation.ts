import type { CompiledContract, ValidatorName } from '../compiled-contract';
import { EqualValues } from '../json/canonical-text';
import { ROOT, type ExactNumbers, type ParsedJson } from '../json/parse-json';

/** What a compiled validator finds: Ajv's error object, without messages. */
export interface ValidationError {
  /** JSON Pointer (RFC 6901) of the value at fault. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a validator reaches through `this`. */
export interface ValidationContext {
  /** The numbers that doubles do not say. */
  readonly exact: ExactNumbers;
  /** What is known of parts of the value. */
  readonly verdicts: Verdicts;
}

/** A function that generation compiled from a schema. Its `errors` hold until the next call. */
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

/** What a validator found out about a value. */
type Verdict = 'valid' | ValidationError;

/** Scalars that are checked anew: most are checked once, which takes less than to keep what was found. */
const FEW = 1_000;

interface ScalarVerdict {
  readonly holder: object;
  readonly key: string | number;
  readonly value: unknown;
  readonly verdict: Verdict;
}

/** Where a value stands. */
type At = Parameters<Validate>[1];

/** What validators have found out about the parts of a value, while these are not changed. */
export class Verdicts {
  /** The first of them has no map of its own, since small values have one at most. */
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

  /** As get, of a value that is neither object nor array: what the validator found last, if that was there. */
  getScalar(value: unknown, at: At, validate: Validate): Verdict | undefined {
    if (this.scalarChecks++ < FEW) return undefined;
    const known = this.scalars?.get(validate);
    const isKnown =
      known?.holder === at.parentData &&
      known.key === at.parentDataProperty &&
      // The name of a property is checked as if it stood where the object does.
      known.value === value;
    return isKnown ? known.verdict : undefined;
  }

  setScalar(value: unknown, at: At, validate: Validate, verdict: Verdict): void {
    if (this.scalarChecks <= FEW) return;
    this.scalars ??= new Map();
    const { parentData: holder, parentDataProperty: key } = at;
    this.scalars.set(validate, { holder, key, value, verdict });
  }

  /** @param exact of the value whose parts they are, always the same */
  equalValues(exact: ExactNumbers): EqualValues {
    return (this.equal ??= new EqualValues(exact));
  }
}

/** Validators by the name that the compiled contract calls them by. */
export type Validators = Readonly<Record<ValidatorName, Validate>>;

/** What values are validated, decoded and encoded by. */
export interface SchemaContext {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

/**
 * Validates a value.
 *
 * @param json the value with its exact numbers
 * @param parentData where the value stands, if not at the top of its document
 * @param verdicts what is known of parts of the value, to be shared by calls with parts of one value
 * @returns the error that decides, or undefined when the value is valid
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
 * The error that decides, after a refusal. Validators stop at the first fault and report what failed
 * inside a keyword before the keyword: of an `anyOf`, each alternative and then that none fits.
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
 * @throws Error when generation made none, which means that the generated files do not belong together
 */
export function validatorOf(validators: Validators, name: ValidatorName): Validate {
  const validate = validators[name];
  if (validate === undefined) {
    throw new Error(`The generated validators lack "${name}"; run: npm run generate`);
  }
  return validate;
}

/**
 * What can be said of a value that fits no alternative of an `anyOf` or `oneOf`, in place of that: such as of
 * a value that may be null, which is how some tools state what may be left out.
 */
export type AlternativesFault =
  /** The value is of none of these types, and nothing else is asked of it. */
  | { readonly types: readonly string[] }
  /** All other alternatives are for other types. */
  | { readonly only: ValidationError };

/** Whoever has another type fails by these too, so that they do not tell the alternative that was meant. */
const OF_ANY_TYPE = new Set(['const', 'enum', 'anyOf', 'oneOf']);

/**
 * @param errors what the alternatives found wrong
 * @param path of the value
 * @returns undefined where nothing is clearer than that none fits
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

/** The types that a value should have had, where that is what is wrong. */
function typesOf({ keyword, params }: ValidationError): readonly string[] | undefined {
  if (keyword === 'wholeNumber') return ['integer'];
  return keyword === 'type' ? [params.type].flat().map(String) : undefined;
}

/**
 * Validates a value against a schema that is referred to, once: where a schema refers to another from several
 * alternatives, each level would otherwise double the time of the one above.
 *
 * @returns the verdict; after a refusal `validate.errors` holds the error that decides alone, since the
 *   errors of alternatives would double from level to level too
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
