import { addJSDocComment } from 'openapi-typescript';
import { isJsonObject, type JsonObject } from '../json-object';
import type { Member } from './type-nodes';

/** Annotations that are given in comments, by what they must be to be written. */
const TEXTS = ['title', 'summary', 'description', 'format'];
const VALUES = ['default', 'example'];

/** The annotations of a schema or another object, fit for openapi-typescript to write as a comment. */
export function annotations(value: unknown): JsonObject {
  if (!isJsonObject(value)) return {};
  const texts = TEXTS.filter((key) => typeof value[key] === 'string').map((key) => [
    key,
    value[key],
  ]);
  const values = VALUES.filter((key) => value[key] !== undefined).map((key) => {
    return [key, plain(value[key])];
  });
  const examples = Array.isArray(value.examples) ? { examples: value.examples.map(plain) } : {};
  const deprecated = value.deprecated === true ? { deprecated: true } : {};
  return {
    ...(Object.fromEntries([...texts, ...values]) as JsonObject),
    ...examples,
    ...deprecated,
  };
}

/** Bigints as text, since openapi-typescript writes examples by JSON.stringify. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** Writes a schema's annotations before a property. */
export function commentWriter(schema: unknown): NonNullable<Member['annotate']> {
  return (node) => {
    addJSDocComment(annotations(schema), node);
  };
}
