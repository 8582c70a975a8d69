import { deepNames, deepTree, flatTree, type NameValues } from './name-values';
import { decodeForm, decodePercent } from '../../uri';
import type { SentValues } from './readings';
import {
  isMerged,
  isSpread,
  typesOf,
  type Serialization,
  propertyTypes,
  type ValueTypesTable,
} from './serialization';

/** A parameter of the query or the cookies, or a field of a form. */
interface NamedValue {
  readonly name: string;
  readonly serialization: Serialization;
}

/**
 * Finds the texts of each value among the names of a query, of cookies or of a form.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-examples
 */
export class SentNames {
  /** Names found so far that belong to a value of another name. */
  readonly taken = new Set<string>();

  /**
   * @param all the values that the document describes there
   * @param isReserved true for a name that belongs to no value
   */
  constructor(
    private readonly table: ValueTypesTable,
    private readonly values: NameValues,
    private readonly all: readonly NamedValue[],
    private readonly isReserved: (name: string) => boolean = () => false,
  ) {}

  /** @param decode decodes a text; by default as in a form */
  of(value: NamedValue, decode = formDecoding(value.serialization)): SentValues {
    const { name, serialization } = value;
    const values = this.values.of(name);
    if (isDeep(serialization)) {
      const names = this.take(deepNames(this.values, name));
      return { values, tree: deepTree(this.values, name, names), decode };
    }
    if (!isMerged(this.table, serialization)) return { values, decode };
    const names = this.take(this.propertyNames(value));
    return { values, tree: flatTree(this.values, names), decode };
  }

  private take(names: readonly string[]): readonly string[] {
    for (const name of names) this.taken.add(name);
    return names;
  }

  /**
   * The names of a merged object's properties: its own, and those that no other value claims. The name of another value
   * belongs to that value.
   */
  private propertyNames(value: NamedValue): string[] {
    const types = typesOf(this.table, value.serialization);
    const named = new Set(
      this.all
        .filter((other) => other !== value && !isMerged(this.table, other.serialization))
        .map(({ name }) => name),
    );
    return this.values.names().filter((name) => {
      if (named.has(name)) return false;
      if (Object.hasOwn(types.properties ?? {}, name)) return true;
      return propertyTypes(types, name) !== undefined && !this.isTaken(value, name);
    });
  }

  /** True for the name of another value, or of one of its properties. */
  private isTaken(value: NamedValue, name: string): boolean {
    if (this.isReserved(name)) return true;
    return this.all.some((other) => {
      if (other === value) return false;
      if (name === other.name || name.startsWith(`${other.name}[`)) return true;
      const { properties = {} } = typesOf(this.table, other.serialization);
      return isMerged(this.table, other.serialization) && Object.hasOwn(properties, name);
    });
  }
}

/**
 * The way to find a value among names: by its own, unless its properties have other names.
 *
 * @param all the values that the document describes there
 * @param isReserved true for a name that belongs to no value
 * @param decode decodes a text; by default as in a form
 */
export function findingNamed(
  table: ValueTypesTable,
  value: NamedValue,
  all: readonly NamedValue[],
  isReserved: (name: string) => boolean,
  decode = formDecoding(value.serialization),
): (names: NameValues) => SentValues {
  const { name, serialization } = value;
  return isDeep(serialization) || isMerged(table, serialization)
    ? (names) => new SentNames(table, names, all, isReserved).of(value, decode)
    : (names) => ({ values: names.of(name), decode });
}

function isDeep(serialization: Serialization): boolean {
  return 'style' in serialization && serialization.style === 'deepObject';
}

/**
 * With `allowReserved`, reserved characters are literal, including the plus sign.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#percent-encoding-and-form-media-types
 */
function formDecoding(serialization: Serialization): (text: string) => string {
  const isReserved = 'style' in serialization && serialization.allowReserved === true;
  return isReserved ? decodePercent : decodeForm;
}

/** True for a list or an object written as several texts. */
export function isSeveralTexts(table: ValueTypesTable, serialization: Serialization): boolean {
  if (isMerged(table, serialization)) return true;
  const isSpreadStyle = 'style' in serialization && isSpread(serialization);
  return isSpreadStyle && typesOf(table, serialization).types.includes('array');
}
