import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import {
  compareVersions,
  readVersion,
} from '../../../../src/tools/check/breaking/compare-documents';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { HIERARCHY_SHAPES, type HierarchyShape } from '../../../support/hierarchy-shapes';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';
import { told } from '../../../support/changed-documents';
import { itEach } from '../../../support/it-each';

/** Changes of a discriminator's children, in each form that documents use. */

const folder = temporaryFolder();

type Files = HierarchyShape['files'];

type Edit = (text: string) => string;

function read(files: Files): ReturnType<typeof readVersion> {
  return readVersion(readDocument(path.join(writeFiles(folder, files), 'openapi.yaml')));
}

function edited(files: Files, edit: Edit): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, edit(text)]));
}

const replace =
  (from: string | RegExp, to: string): Edit =>
  (text) =>
    text.replace(from, to);

/** Replaces dogs by fish in a text. */
const ofFish: Edit = (text) =>
  text
    .replaceAll('Dog', 'Fish')
    .replaceAll('dog', 'fish')
    .replace('properties: {tricks', 'required: [fins], properties: {fins');

const withFish: Edit = (text) =>
  text
    .replace(/\n {4}Dog: .*/, (line) => line + ofFish(line))
    .replace(/dog: [^,}]+/, (entry) => `${entry}, ${ofFish(entry)}`)
    .replace(
      /(\{\$ref: '#\/components\/schemas\/Dog'\})\]/,
      (_, dog: string) => `${dog}, ${ofFish(dog)}]`,
    );

const withoutDogs: Edit = (text) =>
  text
    .replace(/\n {4}Dog: .*/, '')
    .replace(/, dog: [^}]+/, '')
    .replace(", {$ref: '#/components/schemas/Dog'}]", ']');

/** Level and rule of each change of requests, and of responses. */
interface Told {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

type Row = [edit: Edit, open: Told, closed?: Told];

const CHANGES: Readonly<Record<string, Row>> = {
  'a property of a child is required': [
    replace('properties: {tricks', 'required: [tricks], properties: {tricks'),
    { request: ['major narrowed'], response: ['minor narrowed'] },
  ],
  'a property of a child is gone': [
    replace(/required: \[lives\].*?\}\}/, 'properties: {}'),
    {
      request: ['major property-removed', 'minor widened'],
      response: ['minor property-removed', 'major widened'],
    },
  ],
  'a property of a child has another type': [
    replace('{type: integer, minimum: 0, maximum: 9}', '{type: string}'),
    {
      request: ['major narrowed', 'minor widened'],
      response: ['minor narrowed', 'major widened'],
    },
  ],
  'a property of a child is new': [
    replace('properties: {tricks', 'properties: {age: {type: integer}, tricks'),
    { request: ['minor property-added'], response: ['minor property-added'] },
  ],
  'a property that all have to have has a default': [
    replace('name: {type: string', 'name: {default: Tom, type: string'),
    { request: [], response: [] },
  ],
  'a child is new': [
    withFish,
    {
      request: ['minor property-added', 'minor alternative-added'],
      response: ['minor property-added', 'minor alternative-added'],
    },
    {
      request: ['minor property-added', 'minor widened'],
      response: ['minor property-added', 'major widened'],
    },
  ],
  'a child is gone': [
    withoutDogs,
    {
      request: ['major property-removed', 'major alternative-removed'],
      response: ['minor property-removed', 'minor alternative-removed'],
    },
    {
      request: ['major property-removed', 'major narrowed'],
      response: ['minor property-removed', 'minor narrowed'],
    },
  ],
  'the children come in another order': [
    (text) =>
      text
        .replace(/(\n {4}Cat: .*)(\n {4}Dog: .*)/, '$2$1')
        .replace(/(cat: [^,]+), (dog: [^}]+)/, '$2, $1')
        .replace(/oneOf: \[(.*), (.*)\]/, 'oneOf: [$2, $1]'),
    { request: [], response: [] },
  ],
  'a mapping says what a name says': [
    (text) =>
      text
        .replace('propertyName: kind}', 'propertyName: kind, mapping: {Cat: Cat}}')
        .replace(/mapping: \{(.*dog: Dog\})/, 'mapping: {Cat: Cat, $1'),
    { request: [], response: [] },
  ],
  'the parts of children are moved, and described': [
    (text) =>
      text
        .replaceAll(/\{allOf: \[(\{\$ref: [^}]*\}), (\{.*\})\]\}/g, '{allOf: [$2, $1]}')
        .replace('lives: {', 'lives: {description: Nine, '),
    { request: [], response: [] },
  ],
};

describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (name, shape) => {
  const base = read(shape.files);
  itEach<Row>(CHANGES)('%s', async (_, edit, open, closed = open) => {
    const dog = shape.files['schemas/dog.yaml'];
    const all = { ...shape.files, ...(dog !== undefined && { 'schemas/fish.yaml': ofFish(dog) }) };
    const revision = read(edited(all, edit));
    const changes = await compareVersions({ base, revision });
    const way = (operation: string, direction: string): string[] =>
      told(
        changes.filter(
          (each) => each.operation === operation && each.schemas?.direction === direction,
        ),
      );
    expect({
      request: way('POST /animals', 'request'),
      response: way('GET /animals', 'response'),
    }).toEqual(shape.isOpen ? open : closed);
  });

  it('finds what a child demands at the child', async () => {
    const demanding = replace('properties: {tricks', 'required: [tricks], properties: {tricks');
    const revision = read(edited(shape.files, demanding));
    const changes = await compareVersions({ base, revision });
    const pointers = new Set(changes.map(({ pointer }) => pointer));
    expect([...pointers]).toEqual([expect.stringMatching(/\/[Dd]og\/allOf\/\d\/required$/)]);
  });

  it('finds a change of all children where their base says it', async () => {
    const [base, spec] = [
      shape.files,
      edited(shape.files, replace('maxLength: 20', 'maxLength: 19')),
    ].map((files) => path.join(writeFiles(folder, files), 'openapi.yaml'));
    const args = ['--only', 'breaking', '--base', base!, '--spec', spec!];
    const { stdout } = await runInProcess(check, args);
    const isBase = ([, text]: [string, string]): boolean => text.includes('maxLength: 20');
    const [name = '', text = ''] = Object.entries(shape.files).find(isBase) ?? [];
    const line = text.slice(0, text.indexOf('maxLength: 20')).split('\n').length;
    expect(stdout).toContain(`${name}:${line}: POST /animals: the request body no longer accepts`);
    expect(stdout).toMatch(/"narrowed \/components\/schemas\/\w+\/properties\/name\/maxLength #/);
  });
});
