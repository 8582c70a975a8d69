import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString, type OpenAPITSOptions } from 'openapi-typescript';
import { findDocuments } from '../lab/corpus/find-documents';
import { generateFor, readProjectDocument } from '../../src/tools/generate/project';
import { ROOT } from '../lab/root';
import { layoutOf, type Layout } from './layout';
import { titled } from '../support/it-each';

/**
 * Holds the layout of the generated types against that of openapi-typescript by itself, and prints a table:
 *
 *     node --require ./scripts/load-typescript.cjs test/parity/parity.ts DIR
 */

/** A member that is in one of the layouts alone, or optional in one of them alone. */
export interface Difference {
  readonly at: string;
  readonly kind: 'ours' | 'theirs' | 'optional' | 'required';
  readonly reason: string | undefined;
}

interface Seen extends Omit<Difference, 'reason'> {
  /** It is gone when openapi-typescript takes defaults for what they are. */
  readonly byDefault: boolean;
  /** The component, operation or path around it: in which of the layouts it is. */
  readonly holder: { readonly inTheirs: boolean; readonly inOurs: boolean };
  /** It is one of the properties by which alternatives are told apart. */
  readonly isDiscriminator: boolean;
  readonly leftOut: boolean;
}

const isSchema = ({ at }: Seen): boolean => at.startsWith('components/schemas/');
const isShared = ({ holder }: Seen): boolean => holder.inTheirs && holder.inOurs;

/** Why there are differences; the first that applies counts. */
export const REASONS: readonly (readonly [
  name: string,
  why: string,
  applies: (seen: Seen) => boolean,
])[] = titled({
  default: [
    'a default does not make a property required: the client need not send it',
    ({ kind, byDefault }) => kind === 'optional' && byDefault,
  ],
  header: [
    'a header behind a reference is as optional as the document says',
    ({ kind, at }) => kind === 'optional' && /\/headers\/[^/]+$/.test(at),
  ],
  content: [
    'a header with `content` is the value that it stands for, not a map of media types',
    ({ at }) => /\/headers\/[^/]+\/./.test(at),
  ],
  definitions: [
    '`$defs` are no properties; what is referred to in them, or in other files, is a component',
    (seen) => /\/\$defs(?:\/|$)/.test(seen.at) || (isSchema(seen) && !seen.holder.inTheirs),
  ],
  reserved: [
    'Accept, Content-Type and Authorization are no parameters',
    ({ at }) => /\/header\/(?:accept|content-type|authorization)$/i.test(at),
  ],
  name: [
    'operations without an operationId have a name in `operations` too',
    ({ at, holder }) => at.startsWith('operations/') && !holder.inTheirs,
  ],
  path: [
    'the expressions of a path are its parameters, whatever else is stated',
    ({ at }) => /\/parameters\/path(?:\/[^/]+)?$/.test(at),
  ],
  direction: [
    'what is `readOnly` is left out of a request',
    ({ kind, at }) => kind === 'theirs' && /\/requestBody\/content\/[^/]+\/./.test(at),
  ],
  required: [
    'a property is required that another schema of the same value demands',
    (seen) => isSchema(seen) && isShared(seen) && /ours|required/.test(seen.kind),
  ],
  discriminator: [
    'a discriminator adds or requires no property that the schemas do not',
    (seen) => isSchema(seen) && isShared(seen) && seen.isDiscriminator,
  ],
  'left out': [
    'operations with a fault, and what they alone use, are left out',
    ({ leftOut }) => leftOut,
  ],
  files: [
    'schemas of other files are called after their place, not numbered',
    (seen) => isSchema(seen) && !seen.holder.inOurs,
  ],
});

export interface Parity {
  readonly members: number;
  readonly differences: readonly Difference[];
}

/** @throws Error when openapi-typescript refuses the document, CommandError when generation does */
export async function parityOf(file: string): Promise<Parity> {
  const theirs = await layoutBy(file, {});
  const withoutDefaults = await layoutBy(file, { defaultNonNullable: false });
  const source = readProjectDocument(file);
  let leftOut = false;
  const files = await generateFor(source, path.join(ROOT, 'parity'), {
    report: ({ severity }) => (leftOut ||= severity === 'left out'),
  });
  const ours = layoutOf(files.get('client-types.ts') ?? '');
  const discriminators = discriminatorNames(source.document);
  const found: Omit<Difference, 'reason'>[] = [];
  for (const [at, optional] of ours) {
    if (!theirs.has(at)) found.push({ at, kind: 'ours' });
    else if (theirs.get(at) !== optional) {
      found.push({ at, kind: optional ? 'optional' : 'required' });
    }
  }
  for (const at of theirs.keys()) if (!ours.has(at)) found.push({ at, kind: 'theirs' });
  const differences = found.map((each): Difference => {
    const holder = /^(?:components\/)?[^/]+\/[^/]+/.exec(each.at)?.[0] ?? '';
    const seen: Seen = {
      ...each,
      byDefault: withoutDefaults.get(each.at) === true,
      holder: { inTheirs: theirs.has(holder), inOurs: ours.has(holder) },
      isDiscriminator: discriminators.has(each.at.slice(each.at.lastIndexOf('/') + 1)),
      leftOut,
    };
    return { ...each, reason: REASONS.find(([, , applies]) => applies(seen))?.[0] };
  });
  return { members: [...ours.keys()].filter((at) => theirs.has(at)).length, differences };
}

/** The names of all properties by which alternatives are told apart. */
function discriminatorNames(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return names;
  const { discriminator } = value as { discriminator?: { propertyName?: unknown } };
  if (typeof discriminator?.propertyName === 'string') names.add(discriminator.propertyName);
  for (const member of Object.values(value)) discriminatorNames(member, names);
  return names;
}

async function layoutBy(file: string, options: OpenAPITSOptions): Promise<Layout> {
  const nodes = await openapiTypescript(pathToFileURL(file), { silent: true, ...options });
  return layoutOf(astToString(nodes));
}

async function printTable(folder: string): Promise<void> {
  const rows: string[] = [];
  for (const file of findDocuments(folder)) {
    const name = path.relative(folder, file);
    try {
      const { members, differences } = await parityOf(file);
      const counts = new Map<string, number>();
      for (const { reason = 'unexplained' } of differences) {
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
      const told = [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
      rows.push(`| ${name} | ${members} | ${told || 'none'} |`);
      for (const { at, kind, reason } of differences) {
        if (reason === undefined) process.stderr.write(`${name}: ${kind} ${at}\n`);
      }
    } catch (error) {
      const [line = ''] = String(error).split('\n');
      rows.push(`| ${name} | - | ${line} |`);
    }
  }
  process.stdout.write(
    `| document | same members | differences |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
  );
}

const [, script = '', folder] = process.argv;
if (path.basename(script) === 'parity.ts' && folder !== undefined) void printTable(folder);
