import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { generate, parseSource } from '../../../src/generate/index';
import { ROOT } from '../../../src/cli/folders';

/** A document, and what the contract layer needs for it, as files. */
export interface CompiledDocument {
  /** The document, as a file. */
  readonly document: string;
  /** The folder with the modules that generation gives, as JavaScript. */
  readonly generated: string;
}

/** Writes the files; handlers response with the body they get. */
export async function compileDocument(value: object, folder: string): Promise<CompiledDocument> {
  const text = JSON.stringify(value);
  const files = await generate(parseSource(text, 'openapi.json'), {
    runtimeModule: path.join(ROOT, 'dist', 'src', 'contract', 'runtime').split(path.sep).join('/'),
  });
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of files) {
    if (!file.endsWith('.ts')) continue;
    writeFileSync(path.join(folder, file.replace(/\.ts$/, '.js')), toJavaScript(content));
  }
  writeFileSync(path.join(folder, 'handlers.js'), HANDLERS);
  const document = path.join(folder, 'document.json');
  writeFileSync(document, text);
  return { document, generated: folder };
}

function toJavaScript(typescript: string): string {
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023 };
  return transpileModule(typescript, { compilerOptions }).outputText;
}

const HANDLERS = `const { contract } = require('./contract');

const create = async ({ body }, { dependencies }) => {
  await dependencies.plants.create(body);
  return { status: 200, body };
};

exports.handlers = Object.fromEntries(
  contract.operations.map(({ operationId }) => [operationId, create]),
);
`;
