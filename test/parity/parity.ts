import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString, type OpenAPITSOptions } from 'openapi-typescript';
import { findDocuments } from '../../scripts/corpus/find-documents';
import { generateFor } from '../../scripts/generate/generate-for';
import { readProjectDocument, ROOT } from '../../scripts/generate/project';
import { layoutOf, type Layout } from './layout';

/**
 * Holds the layout of the generated types against that of openapi-typescript by itself, and prints a table:
 *
 *     node --require tsx/cjs test/parity/parity.ts DIR
 */

/** Why a member is in one of the layouts alone, or optional in one of them alone. */
export const REASONS = {
  default: 'a default does not make a property required: the client need not send it',
  header: 'a header behind a reference is as optional as the document says',
  required: 'a property is required that another schema of the same value demands',
  name: 'operations without an operationId have a name in `operations` too',
  definitions: '`$defs` are no properties; what refers to them is a component',
  discriminator: 'a discriminator adds no property that no schema describes',
  reserved: 'Accept, Content-Type and Authorization are no parameters',
  leftOut: 'operations with a fault in the document are left out',
} as const;

export interface Difference {
  readonly at: string;
  readonly kind: 'ours' | 'theirs' | 'optional' | 'required';
  readonly reason: keyof typeof REASONS | undefined;
}

export interface Parity {
  /** The members that both have. */
  readonly members: number;
  readonly differences: readonly Difference[];
}

/** @throws Error when openapi-typescript refuses the document, CommandError when generation does */
export async function parityOf(file: string): Promise<Parity> {
  const theirs = await layoutBy(file, {});
  const withoutDefaults = await layoutBy(file, { defaultNonNullable: false });
  const files = await generateFor(readProjectDocument(file), path.join(ROOT, 'parity'), {
    lenient: true,
  });
  const ours = layoutOf(files.get('client-types.ts') ?? '');
  const reasonFor = (at: string, kind: Difference['kind']): Difference['reason'] => {
    if (kind === 'optional') {
      if (withoutDefaults.get(at) === true) return 'default';
      return at.includes('/headers/') ? 'header' : undefined;
    }
    if (/\/\$defs(?:\/|$)/.test(at)) return 'definitions';
    if (kind === 'required' || isDemanded(at, kind)) return 'required';
    const [root, name = ''] = at.split('/');
    if (kind === 'ours')
      return root === 'operations' && !theirs.has(`${root}/${name}`) ? 'name' : undefined;
    if (/\/header\/(?:accept|content-type|authorization)$/i.test(at)) return 'reserved';
    return undefined;
  };
  const differences: Omit<Difference, 'reason'>[] = [];
  for (const [at, optional] of ours) {
    if (!theirs.has(at)) differences.push({ at, kind: 'ours' });
    else if (theirs.get(at) !== optional)
      differences.push({ at, kind: optional ? 'optional' : 'required' });
  }
  for (const at of theirs.keys()) if (!ours.has(at)) differences.push({ at, kind: 'theirs' });
  const members = [...ours.keys()].filter((at) => theirs.has(at)).length;
  return {
    members,
    differences: differences.map((each) => ({ ...each, reason: reasonFor(each.at, each.kind) })),
  };
}

/** Members of an object of the document that are there because a schema requires them. */
function isDemanded(at: string, kind: Difference['kind']): boolean {
  return kind === 'ours' && /^components\/schemas\/[^/]+\//.test(at);
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
