import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli';
import { isJsonObject } from '../document';

/** The other packages whose versions affect generated files. */
const PACKAGES = ['ajv', 'js-yaml', 'openapi-typescript', 'typescript'];

/** The generated file with their versions. */
export const TOOLS_FILE = 'tools.json';

/** Installed versions by package name, this package included. */
export function installedTools(): Record<string, string> {
  const own = path.join(ROOT, 'package.json');
  const files = [own, ...PACKAGES.map((name) => require.resolve(`${name}/package.json`))];
  return Object.fromEntries(files.map(nameAndVersion));
}

function nameAndVersion(file: string): [name: string, version: string] {
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return [String(name), String(version)];
}

/** The versions in a generated tools file; empty for anything else. */
export function readTools(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    const tools = isJsonObject(value) && isJsonObject(value.tools) ? value.tools : {};
    return Object.fromEntries(Object.entries(tools).map(([name, each]) => [name, String(each)]));
  } catch {
    return {};
  }
}
