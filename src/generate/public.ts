/**
 * What programs import of generation, as `plant-store/generate`: few names, which docs/public-api.txt holds.
 * The tools of this project import index.ts, which has more and promises nothing.
 */

export { describeFaults } from '../document/model/describe-faults';
export {
  DocumentError,
  type DocumentFault,
  type DocumentNotice,
  type SourcePlace,
} from '../document/model/document-error';
export { generate, type GeneratedFiles, type GenerateOptions } from './generate';
export { compareGenerated, writeGenerated, type FileDrift } from './output';
export {
  parseSource,
  readDocument,
  type ReadDocument,
  type SourceDocument,
} from '../document/read/read-document';
