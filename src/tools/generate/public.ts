/**
 * The public interface of generation, `openapi-trellis-tools/generate`: the few names in docs/public-api.txt. The tools of this
 * project import index.ts, whose further names may change at any time.
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
