import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli/folders';
import { isJsonObject } from '../document/model/json-object';

/** The packages whose versions decide what is generated, beside this one. */
const PACKAGES = ['ajv', 'ajv-formats', 'js-yaml', 'openapi-typescript', 'typescript'];

/** The generated file that names the versions. */
export const TOOLS_FILE = 'tools.json';

/** By name, the versions of the packages that generate: as installed, and of this one. */
export function installedTools(): Record<string, string> {
  const own = path.join(ROOT, 'package.json');
  const files = [own, ...PACKAGES.map((name) => require.resolve(`${name}/package.json`))];
  return Object.fromEntries(files.map(nameAndVersion));
}

function nameAndVersion(file: string): [name: string, version: string] {
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return [String(name), String(version)];
}

/** The versions that a generated file of tools names; none where the text is none. */
export function readTools(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    const tools = isJsonObject(value) && isJsonObject(value.tools) ? value.tools : {};
    return Object.fromEntries(Object.entries(tools).map(([name, each]) => [name, String(each)]));
  } catch {
    return {};
  }
}
