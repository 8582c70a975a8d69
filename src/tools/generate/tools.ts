import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli';
import { asObject, entries, type JsonObject, type Selection, strings, jsonIn } from '../document';

/** The other packages whose versions affect generated files. */
const PACKAGES = ['ajv', 'js-yaml', 'openapi-typescript', 'typescript'];

/** The generated file with their versions. */
export const TOOLS_FILE = 'tools.json';

/** The content of the file: the versions, and what was selected, if anything was. */
export function toolsAndSelection(part: Selection | undefined): JsonObject {
  const tools = installedTools();
  return part === undefined ? { tools } : { tools, include: part.include, exclude: part.exclude };
}

/** Installed versions by package name, this package included. */
function installedTools(): Record<string, string> {
  const own = path.join(ROOT, 'package.json');
  const files = [own, ...PACKAGES.map((name) => require.resolve(`${name}/package.json`))];
  return Object.fromEntries(files.map(nameAndVersion));
}

function nameAndVersion(file: string): [name: string, version: string] {
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return [String(name), String(version)];
}

/** The selection that a generated tools file records; empty for anything else. */
export function readSelection(text: string): Selection {
  const { include, exclude } = parsed(text);
  return { include: strings(include), exclude: strings(exclude) };
}

/** The versions in a generated tools file; empty for anything else. */
export function readTools(text: string): Record<string, string> {
  const tools = entries(parsed(text).tools).map(([name, each]) => [name, String(each)]);
  return Object.fromEntries(tools) as Record<string, string>;
}

function parsed(text: string): JsonObject {
  return asObject(jsonIn(text));
}
