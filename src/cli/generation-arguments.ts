import type { GenerationOptions, ReadingOptions } from './project';
import { isUsualDocument, USUAL_HANDLERS, USUAL_OUT } from './project';

/** How a document is generated from: what the command line of `generate` says, but for what it shows. */
export interface GenerationCall
  extends Omit<GenerationOptions, 'strict' | 'report'>, ReadingOptions {
  readonly spec: string;
  /** The folder of generated files. */
  readonly out?: string | undefined;
}

/** The options that say how a document is read, beside which document it is. */
export function readingArguments(call: ReadingOptions): string[] {
  return [
    ...(call.documents ?? []).flatMap((each) => ['--documents', each]),
    ...(call['strict-query'] === true ? ['--strict-query'] : []),
  ];
}

/** The option that names a document, where it is not one that commands find by themselves. */
export function documentArguments(spec: string): string[] {
  return isUsualDocument(spec) ? [] : ['--spec', spec];
}

/** The options of `generate`, as short as they can be: what is the usual way is not said. */
export function generationArguments(call: GenerationCall): string[] {
  const { spec, out, handlers, runtime, extensions } = call;
  const named = (option: string, value: string | undefined, usual?: string): string[] =>
    value === undefined || value === usual ? [] : [option, value];
  return [
    ...documentArguments(spec),
    ...readingArguments(call),
    ...named('--out', out, USUAL_OUT),
    ...named('--handlers', handlers, USUAL_HANDLERS),
    ...named('--runtime', runtime),
    ...named('--extensions', extensions),
    ...(call['exact-client'] === true ? ['--exact-client'] : []),
    ...(call['no-defaults'] === true ? ['--no-defaults'] : []),
  ];
}

/** Words for a shell: in quotes that sh and cmd.exe both know, where there is more than a name. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(text: string): string {
  return /^[\w.,:=/-]+$/.test(text) ? text : `"${text.replace(/["$`\\]/g, '\\$&')}"`;
}
