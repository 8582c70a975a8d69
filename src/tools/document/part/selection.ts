import { cut, didYouMean } from 'openapi-trellis/tools';
import { CommandError } from '../../cli';
import { plainText } from '../model/json-object';
import type { Operation } from '../model/operations';

/** The values of `--include` and `--exclude`: each a name, or several with commas between them. */
export interface SelectedNames {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Names of operations: those included, or all where there are none, without those excluded. */
export type Selection = Readonly<Record<'include' | 'exclude', readonly string[]>>;

type NamedOperation = Pick<Operation, 'operationId' | 'method' | 'path' | 'value'>;

const MOST_SHOWN = 300;

/**
 * Reads the names of a selection.
 *
 * @param operations those of the document
 * @param ids further operationIds that the document must have
 * @param origin where the names come from, to add to the message
 * @throws CommandError naming the first name that is of no operation
 */
export function selectionOf(
  { include = [], exclude = [] }: SelectedNames,
  operations: readonly NamedOperation[],
  ids: readonly string[] = [],
  origin = '',
): Selection {
  const known = new Set(operations.flatMap(namesOf));
  const namesIn = (value: string): string[] =>
    (known.has(value.trim()) ? [value] : value.split(',')).map((name) => name.trim());
  const selection = { include: include.flatMap(namesIn), exclude: exclude.flatMap(namesIn) };
  const operationIds = operations.map(({ operationId }) => operationId);
  const unknown =
    [...selection.include, ...selection.exclude].find((name) => !known.has(name)) ??
    ids.find((id) => !operationIds.includes(id));
  if (unknown === undefined) return selection;
  const near = didYouMean(unknown, [...known]);
  const others = `; the document has ${cut(operationIds.join(', '), MOST_SHOWN)}`;
  throw new CommandError(`No operation is called "${unknown}"${near || others}${origin}`);
}

export function isSelected(operation: NamedOperation, { include, exclude }: Selection): boolean {
  const isNamed = (name: string): boolean => namesOf(operation).includes(name);
  return (include.length === 0 || include.some(isNamed)) && !exclude.some(isNamed);
}

function namesOf({ operationId, method, path, value }: NamedOperation): string[] {
  const tags = Array.isArray(value.tags) ? value.tags : [];
  return [operationId, `${method} ${path}`, ...tags.map((tag) => `tag:${plainText(tag)}`)];
}
