import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Extensions } from 'openapi-trellis/tools';
import { CommandError } from './command-line';
import { loadUserModule } from './user-module';

/** The formats and keywords of a service, and the module that generated files import them from. */
interface ExtensionsFile {
  readonly extensions: Extensions;
  /** Its path, without `.ts`. */
  readonly module: string;
}

/**
 * Loads the module of a service's extensions.
 * @param chosen on the command line
 * @throws CommandError naming the file and its fault
 */
export function readExtensions(chosen: string | undefined): ExtensionsFile | undefined {
  if (chosen === undefined) return undefined;
  const absolute = path.resolve(chosen);
  if (!existsSync(absolute)) throw new CommandError(`There are no extensions at ${chosen}`);
  const fault = (what: string): CommandError =>
    new CommandError(`The extensions ${chosen} ${what}`);
  const { extensions } = loadUserModule(absolute, `The extensions ${chosen}`);
  const found = extensionsFault(extensions);
  if (found !== undefined) throw fault(found);
  return { extensions: extensions as Extensions, module: absolute.replace(/\.ts$/, '') };
}

/** Keyword names that are valid in compiled code. */
const KEYWORD_NAME = /^x-[a-z0-9_$:-]*$/i;

/** The fault of extensions, as the end of a sentence. */
function extensionsFault(extensions: unknown): string | undefined {
  if (!isObject(extensions)) return 'have no export "extensions" made by defineExtensions';
  for (const [name, format] of Object.entries(objectOf(extensions.formats))) {
    const { validate, decode, encode } = objectOf(format);
    if (typeof decode !== typeof encode) {
      return `give the format "${name}" one of decode and encode; give both`;
    }
    if (![validate, decode].some(isFunction)) {
      return `give the format "${name}" neither validate nor decode and encode`;
    }
  }
  for (const [name, keyword] of Object.entries(objectOf(extensions.keywords))) {
    if (!KEYWORD_NAME.test(name)) {
      return `have the keyword "${name}"; it must be "x-" and letters, digits, or any of _$:-`;
    }
    const { validate, message } = objectOf(keyword);
    if (!isFunction(validate) || typeof message !== 'string') {
      return `give the keyword "${name}" no validate or no message`;
    }
  }
  return undefined;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
