import { addJSDocComment } from 'openapi-typescript';
import { isJsonObject, type JsonObject } from '../document/json-object';
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

/** What is not a text as one: openapi-typescript knows no bigints, and looks for references in the rest. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const bigints = (_: string, item: unknown): unknown =>
    typeof item === 'bigint' ? String(item) : item;
  return JSON.stringify(value, bigints, 2);
}

/** Writes a schema's annotations before a property. */
export function commentWriter(schema: unknown): NonNullable<Member['annotate']> {
  return (node) => {
    addJSDocComment(annotations(schema), node);
  };
}
