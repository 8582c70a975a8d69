import { canonicalText } from '../../../contract';
import {
  type CoverageValue,
  type Direction,
  isPlace,
  listAt,
  type Place,
  withValueAt,
} from '../../../generate/index';
import { textsIn } from './schema-meaning';
import { schemasIn } from './schemas-within';
import type { VersionedSchema } from '../version';

/** Alternatives of one keyword that are tried. */
const MOST = 300;

/**
 * Values with each alternative of an `enum`, `oneOf` or `anyOf` in the place of the one that a coverage
 * value has: coverage shows what a keyword says by some of them, and two versions may differ in any.
 *
 * @param shown a valid coverage value of such a keyword
 * @param other in which alternatives of an `enum` that it has too show nothing
 */
export function* alternatives(
  { version }: VersionedSchema,
  shown: CoverageValue,
  other: VersionedSchema,
  direction: Direction,
): Generator {
  const { loaded, maker } = version;
  const at = loaded.resolver.at(shown.pointer.slice(0, shown.pointer.lastIndexOf('/')));
  if (!isPlace(at)) return;
  const found =
    shown.keyword === 'enum'
      ? onlyIn(at, other)
      : listAt(at, shown.keyword).map((each) => maker.make(each.pointer, direction).value);
  for (const value of found.slice(0, MOST)) yield withValueAt(shown.value, shown.instance, value);
}

function onlyIn({ schema }: Place, other: VersionedSchema): unknown[] {
  const known = new Set(schemasIn(other).flatMap((each) => textsIn(each.enum)));
  const members: unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return members.filter((member) => !known.has(canonicalText(member)));
}
