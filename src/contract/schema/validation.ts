import type { ValidatorName } from '../compiled-contract';
import { EqualValues } from '../json/equal-values';
import { ROOT, type ExactNumbers } from '../json/exact-numbers';
import type { ParsedJson } from '../json/parse-json';
import { alternativesFault } from './alternatives';
import type { ValidationError } from './validation-error';

export type { ValidationError } from './validation-error';

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
export type Verdict = 'valid' | ValidationError;

/** What validators have found out about objects and arrays, while these are not changed. */
export class Verdicts {
  /** The first of them has no map of its own, since small values have one at most. */
  private first: { value: object; validate: Validate; verdict: Verdict } | undefined;
  private byValue: Map<object, Map<Validate, Verdict>> | undefined;
  private equal: EqualValues | undefined;

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

  /** @param exact of the value whose parts they are, always the same */
  equalValues(exact: ExactNumbers): EqualValues {
    return (this.equal ??= new EqualValues(exact));
  }
}

/** Validators by the name that the compiled contract calls them by. */
export type Validators = Readonly<Record<ValidatorName, Validate>>;

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
export function decidingError({ errors }: Validate): ValidationError {
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
