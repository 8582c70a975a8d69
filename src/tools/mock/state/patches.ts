import { canonicalText, pointerKeys } from 'openapi-trellis/tools';
import {
  isJsonObject,
  type JsonObject,
  pointerPrefixes,
  valueAt,
  withValueAt,
  without,
} from '../../document';

/**
 * Applies a JSON Merge Patch to a value.
 * @see https://www.rfc-editor.org/rfc/rfc7396#section-2
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  let merged: JsonObject = isJsonObject(target) ? target : {};
  for (const [name, value] of Object.entries(patch)) {
    const own = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged = value === null ? without(merged, name) : { ...merged, [name]: mergePatch(own, value) };
  }
  return merged;
}

/** A JSON Patch that cannot be applied. Its message is the end of a sentence about one of its operations. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}

/**
 * Applies a JSON Patch to a value.
 * @throws PatchError for an operation that does not apply; then nothing is changed
 * @see https://www.rfc-editor.org/rfc/rfc6902#section-4
 */
export function jsonPatch(target: unknown, patch: readonly unknown[]): unknown {
  return patch.reduce((value: unknown, operation, index) => {
    try {
      return applied(value, isJsonObject(operation) ? operation : {});
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new PatchError(`The operation ${index} of the patch ${error.message}`);
    }
  }, target);
}

function applied(value: unknown, operation: JsonObject): unknown {
  const { op } = operation;
  const [path, from] = [pointerOf(operation.path), operation.from];
  switch (op) {
    case 'add':
      return added(value, path, operation.value);
    case 'remove':
      return removed(value, path);
    case 'replace':
      return withValueAt(value, there(value, path), operation.value);
    case 'move': {
      const moved = valueAt(value, there(value, pointerOf(from)));
      return added(removed(value, pointerOf(from)), path, moved);
    }
    case 'copy':
      return added(value, path, valueAt(value, there(value, pointerOf(from))));
    case 'test':
      if (canonicalText(valueAt(value, there(value, path))) === canonicalText(operation.value)) {
        return value;
      }
      throw new PatchError(`finds another value at "${path}"`);
    default:
      throw new PatchError(`has the op "${String(op)}", which is none of RFC 6902`);
  }
}

function pointerOf(path: unknown): string {
  if (typeof path === 'string' && (path === '' || path.startsWith('/'))) return path;
  throw new PatchError('lacks a path that is a JSON Pointer');
}

/** @throws PatchError if the path does not exist */
function there(value: unknown, path: string): string {
  if (valueAt(value, path) === undefined) throw new PatchError(`finds nothing at "${path}"`);
  return path;
}

function added(value: unknown, path: string, member: unknown): unknown {
  if (path === '') return member;
  const { around, key, holder } = holderOf(value, path);
  if (isJsonObject(holder)) return withValueAt(value, around, { ...holder, [key]: member });
  const index = key === '-' ? holder.length : Number(key);
  if (!(index <= holder.length)) throw new PatchError(`adds beyond the end of "${around}"`);
  return withValueAt(value, around, holder.toSpliced(index, 0, member));
}

function removed(value: unknown, path: string): unknown {
  const { around, key, holder } = holderOf(value, there(value, path));
  const rest = isJsonObject(holder) ? without(holder, key) : holder.toSpliced(Number(key), 1);
  return withValueAt(value, around, rest);
}

/** The container of the place. @throws PatchError if it is neither an object nor an array */
function holderOf(
  value: unknown,
  path: string,
): { around: string; key: string; holder: JsonObject | readonly unknown[] } {
  const [around = ''] = pointerPrefixes(path).slice(-2);
  const [key] = pointerKeys(path).slice(-1);
  const holder = valueAt(value, there(value, around));
  if (key === undefined || !(Array.isArray(holder) || isJsonObject(holder))) {
    throw new PatchError(`finds nothing at "${path}" that can be changed`);
  }
  return { around, key, holder };
}

/**
 * The sent part of a decoded patch: defaults of its schema would change members that the client did not name.
 * @param sent the body before decoding
 */
export function onlySent(decoded: unknown, sent: unknown): unknown {
  if (!isJsonObject(decoded) || !isJsonObject(sent)) return decoded;
  const own = Object.entries(decoded).filter(([name]) => Object.hasOwn(sent, name));
  return Object.fromEntries(own.map(([name, value]) => [name, onlySent(value, sent[name])]));
}
