import { ValueMaker } from '../../generate/index';
import type { JudgedDocument } from '../judge/judged-document';

const makers = new WeakMap<JudgedDocument, ValueMaker>();

/**
 * False for a schema of which no value is found that it takes, such as `oneOf` of alternatives that take the
 * same values: then the document is wrong, and no service can do better.
 */
export function canBeMet(document: JudgedDocument, pointer: string): boolean {
  const maker = makers.get(document) ?? new ValueMaker(document.loaded, 1);
  makers.set(document, maker);
  return maker.make(pointer, 'response').error === undefined;
}
