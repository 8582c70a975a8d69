import { decidingError, Verdicts } from './check-once';
import type { ValidatorName } from '../compiled-contract';
import { ROOT, type ExactNumbers } from '../json/exact-numbers';
import type { ParsedJson } from '../json/parse-json';

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
