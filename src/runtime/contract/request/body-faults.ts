import { MAX_FAULTS } from '../error-body/error-template';
import { escapeKey, isObject, pointerKeys, setOwn } from '../json/json-values';
import { type ParsedJson, parseJson } from '../json/parse-json';
import { type Validate, validateJson, type ValidationError } from '../schema/validation';

/**
 * Finds all faults of a value, ten at most. Validators are fast because they stop at the first one. So each fault is
 * mended, with the valid value of its place or by deleting the member, and the value is validated again. Faults caused
 * by mending are not reported.
 *
 * @param json is changed
 * @param sample a valid value, as JSON
 */
export function faultsOf(
  validate: Validate,
  json: ParsedJson,
  sample: string,
  first: ValidationError,
): readonly ValidationError[] {
  const found = [first];
  const mending = new Mending(json, sample);
  for (let tries = 0, error: ValidationError | undefined = first; error !== undefined; tries++) {
    if (found.length === MAX_FAULTS || tries === MAX_TRIES || !mending.mend(error)) break;
    error = validateJson(validate, json);
    if (error !== undefined && mending.isOfSender(error)) found.push(error);
  }
  return found;
}

/** Some faults take several tries, up to the object around them. */
const MAX_TRIES = 2 * MAX_FAULTS;

class Mending {
  /** Pointers of the values replaced or deleted. */
  private readonly mended = new Set<string>();
  private readonly sample: ParsedJson | undefined;

  constructor(
    private readonly json: ParsedJson,
    sample: string,
  ) {
    const parsed = parseJson(Buffer.from(sample));
    if (!('fault' in parsed)) this.sample = parsed;
  }

  /** Mends the innermost value not mended yet, from an error's place outwards. @returns false where none is left */
  mend(error: ValidationError): boolean {
    let keys = placeOf(error);
    while (keys.length > 0 && (this.mended.has(pointerOf(keys)) || !this.replace(keys))) {
      keys = keys.slice(0, -1);
    }
    if (keys.length === 0) return false;
    this.mended.add(pointerOf(keys));
    return true;
  }

  /** True for a fault of the original value. */
  isOfSender(error: ValidationError): boolean {
    const keys = placeOf(error);
    if (keys.some((_, index) => this.mended.has(pointerOf(keys.slice(0, index + 1))))) return false;
    // For a value with a mended part, only a missing or superfluous member counts.
    if (keys.length > pointerKeys(error.instancePath).length) return true;
    const pointer = `${pointerOf(keys)}/`;
    return ![...this.mended].some((each) => each.startsWith(pointer));
  }

  private replace(keys: readonly string[]): boolean {
    const holder = memberAt(this.json.value, keys.slice(0, -1));
    const key = keys.at(-1) ?? '';
    const right = memberAt(this.sample?.value, keys);
    if (Array.isArray(holder)) {
      const list = holder as unknown[];
      const index = Number(key);
      const before = index > 0 ? list[index - 1] : undefined;
      if ((right ?? before) === undefined) return false;
      list[index] = structuredClone(right ?? before);
    } else if (isObject(holder)) {
      const members = holder as Record<string, unknown>;
      if (right !== undefined) setOwn(members, key, structuredClone(right));
      else if (Object.hasOwn(members, key)) Reflect.deleteProperty(members, key);
      else return false;
    } else return false;
    this.json.exact.forget(holder, key);
    return true;
  }
}

/** The keys to a fault: to a member, where an object lacks it or has it against its schema. */
function placeOf({ instancePath, params }: ValidationError): string[] {
  const name =
    params.missingProperty ??
    params.additionalProperty ??
    params.unevaluatedProperty ??
    params.propertyName;
  return [...pointerKeys(instancePath), ...(typeof name === 'string' ? [name] : [])];
}

function pointerOf(keys: readonly string[]): string {
  return keys.map((key) => `/${escapeKey(key)}`).join('');
}

/** The value at some keys; for an index beyond a list, its last item. */
function memberAt(root: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Math.min(Number(key), value.length - 1)];
    return isObject(value) && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, root);
}
