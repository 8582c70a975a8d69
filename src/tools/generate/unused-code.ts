import { existsSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { readIfRegular } from '../cli';
import { asObject, objects, type SourceDocument, withNames } from '../document';
import { handlerNames } from './types/handler-registry';
import { DEFAULT_HANDLERS, usualHandlers } from './project-options';
import { writtenOperations } from './validate/prune-invalid';

/**
 * A line for each file of a handler whose operation is left out for a fault of the document, so that nothing calls it.
 *
 * @param leftOut JSON Pointers of these operations
 * @param folder of the handlers; by default src/handlers, if there is one
 */
export function lostHandlers(
  { document }: SourceDocument,
  leftOut: readonly string[],
  folder = usualHandlers(),
): string[] {
  if (folder === undefined) return [];
  const all = withNames(writtenOperations(document));
  const lost = all.filter(({ pointer }) => leftOut.includes(pointer));
  const names = handlerNames(lost.map(({ operationId }) => operationId));
  const files = names.map(({ file }) => path.join(folder, `${file}.ts`)).filter(existsSync);
  return files.map((file) => `${file} ${LOST}`);
}

const LOST = 'is the handler of an operation that is left out; correct the document, or remove it';

/**
 * A line for each authenticator of no security scheme, such as a misnamed one, where a scheme in use has none.
 *
 * @param handlers the folder beside which authenticators.ts is
 */
export function strayAuthenticators(source: SourceDocument, handlers = DEFAULT_HANDLERS): string[] {
  const { document, name, part } = source;
  const file = path.join(path.dirname(handlers), 'authenticators.ts');
  const text = readIfRegular(file) ?? '';
  const inUse = writtenOperations(document).flatMap(({ value }) =>
    objects(value.security ?? document.security).flatMap((schemes) => Object.keys(schemes)),
  );
  const words = new Set(text.match(/[\w.-]+/g));
  const missing = [...new Set(inUse)].filter((scheme) => !words.has(scheme));
  // The compiler takes long to load.
  if (text === '' || missing.length === 0) return [];
  const { components } = part?.whole.document ?? document;
  const known = [...Object.keys(asObject(asObject(components).securitySchemes)), ...inUse];
  return authenticatorsIn(text)
    .filter((each) => !known.includes(each))
    .map(
      (each) =>
        `${file}: "${each}" is no security scheme of ${name}; it has ${missing.map((one) => `"${one}"`).join(', ')}`,
    );
}

/** The names in the object `authenticators`, or in that which it returns; none where they are not all written out. */
function authenticatorsIn(text: string): string[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const compiler = require('typescript') as typeof ts;
  const { statements } = compiler.createSourceFile('', text, compiler.ScriptTarget.Latest);
  let value: ts.Node | undefined = statements
    .flatMap((each) =>
      compiler.isVariableStatement(each) ? each.declarationList.declarations : [],
    )
    .find(({ name }) => 'text' in name && name.text === 'authenticators')?.initializer;
  while (value !== undefined && !compiler.isObjectLiteralExpression(value)) {
    const { body, expression } = value as { body?: ts.Node; expression?: ts.Node };
    value = body ?? expression;
  }
  const properties = value?.properties ?? [];
  const names = properties.flatMap(({ name }) => (name && 'text' in name ? [name.text] : []));
  return names.length === properties.length ? names : [];
}
