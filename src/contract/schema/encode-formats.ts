import type { CompiledContract } from '../compiled-contract';
import { mappingOf } from '../extensions';
import { setOwn } from '../json/set-own';
import {
  isObject,
  leavesOf,
  projectionsOfItem,
  projectionsOfProperty,
  type Leaf,
  type Projection,
} from './projection';

/**
 * Writes texts in place of a handler's values of mapped formats, before it is known which alternatives of
 * its schema apply: their validators take JSON. A string is taken for a text of its format already.
 *
 * @returns a new value where anything was encoded; the input is never changed
 * @throws what the `encode` of a format throws, or TypeError where it gives no string
 */
export function encodeFormats(
  contract: CompiledContract,
  projection: Projection,
  value: unknown,
): unknown {
  return contract.extensions?.formats === undefined ? value : encode(contract, [projection], value);
}

function encode(
  contract: CompiledContract,
  projections: readonly Projection[],
  value: unknown,
): unknown {
  if (value === undefined || value === null) return value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const leaves = leavesOf(contract.projections, projections, bothBranches);
  const format = leaves.find((leaf) => leaf.kind === 'format');
  if (format !== undefined && !leaves.some((leaf) => isOf(leaf, value))) {
    return encodeText(contract, format.name, value);
  }
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) =>
      encode(contract, projectionsOfItem(leaves, index), item),
    );
  }
  const objects = leaves.filter((leaf) => leaf.kind === 'object');
  // A Date stands for its text (json/stringify-json.ts).
  if (objects.length === 0 || !isObject(value) || value instanceof Date) return value;
  const encoded: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    setOwn(encoded, key, encode(contract, projectionsOfProperty(objects, key), member));
  }
  return encoded;
}

function bothBranches(projection: Extract<Projection, { kind: 'when' | 'has' }>): Projection[] {
  const { then } = projection;
  const otherwise = projection.kind === 'when' ? projection.otherwise : undefined;
  return [then, otherwise].filter((branch) => branch !== undefined);
}

/** True where another alternative is of such a value of JSON, so that it is none of a format. */
function isOf({ kind }: Leaf, value: unknown): boolean {
  switch (kind) {
    case 'number':
    case 'int64':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
    default:
      return false;
  }
}

function encodeText(contract: CompiledContract, name: string, value: unknown): string {
  const text: unknown = mappingOf(contract.extensions, name)?.encode(value);
  if (typeof text === 'string') return text;
  throw new TypeError(`The format "${name}" encodes a value as ${typeof text}, not as a string`);
}
