import path from 'node:path';
import type { LoadedContract } from '../validators';
import type { ModuleFormat, GenerationCall } from '../generate';
import { visibleSource } from '../cli';
import { escapeMarkdown, markdownLink } from '../findings';
import { accessText, authenticatorsFile } from './authenticators-file';
import type { ProjectDocument, ProjectExtensions } from './copied-files';
import { projectManifest, type ProjectTests } from './manifest';
import type { PlacedPackages } from './npm';
import { inFormat, type ProjectFiles, readTemplate } from './template';

interface ProjectParts {
  readonly folder: string;
  readonly document: ProjectDocument;
  /** How else it is generated. */
  readonly generation: Pick<GenerationCall, 'strict-query' | 'exact-client' | 'no-defaults'>;
  /** The module of formats and keywords of its own, if it has one. */
  readonly extensions: ProjectExtensions | undefined;
  readonly loaded: LoadedContract;
  readonly packages: PlacedPackages;
  /** The handlers and tests of the example, and what they depend on. */
  readonly example: ProjectFiles;
  readonly format: ModuleFormat;
  readonly tests: ProjectTests;
}

/** The files of a project, but for those that are generated and scaffolded. */
export function projectFiles(parts: ProjectParts): ProjectFiles {
  const { folder, document, generation, extensions, loaded, packages, example } = parts;
  const { format, tests } = parts;
  const { contract } = loaded;
  const title = titleOf(loaded) ?? folder;
  const { spec, documents } = document;
  // A file from outside is a copy in the project.
  const call = {
    ...generation,
    'allow-outside': false,
    spec,
    documents,
    extensions: extensions?.module,
    // Its package.json says so.
    module: undefined,
  };
  const values = {
    title: escapeMarkdown(title),
    document: markdownLink(spec),
    access: accessText(contract),
    tools: packages.runtime.startsWith('file:') ? 'COPY tools ./tools\n' : '',
    testTypes: tests === 'jest' ? 'jest' : 'vitest/globals',
  };
  const own = new Map([
    ...readTemplate('project', values),
    ...example,
    ['src/authenticators.ts', visibleSource(authenticatorsFile(contract))],
  ]);
  const name = packageName(folder);
  // By the validators, calls of tests read 64-bit integers as bigint.
  const called = generation['exact-client'] === true ? 'send, { contract, validators }' : '$&';
  const written = (text: string): string =>
    inFormat(text.replace('send, { contract }', called), format);
  return new Map([
    ...[...own].map(([file, text]) => [file, written(text)] as const),
    ...readTemplate(tests === 'jest' && format === 'commonjs' ? 'jest-commonjs' : tests),
    ...document.files,
    ...(extensions?.files ?? []),
    ['package.json', projectManifest({ name, call, packages, format, tests })],
  ]);
}

function titleOf({ document }: LoadedContract): string | undefined {
  const { title } = Object(document.info) as { readonly title?: unknown };
  return typeof title === 'string' && title.trim() !== ''
    ? title.trim().replaceAll(/\s+/g, ' ')
    : undefined;
}

/** A name that npm takes. @see https://docs.npmjs.com/cli/configuring-npm/package-json#name */
function packageName(folder: string): string {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return name === '' || name.startsWith('openapi-trellis') ? 'service' : name;
}
