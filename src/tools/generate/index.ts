/** Generation: from an OpenAPI document to TypeScript files, or to a contract in memory. */

export type { GeneratedFiles } from './generate';
export { loadContract, type PreparedLoaded, prepareLoaded } from './in-memory';
export { importName, type ModuleFormat, moduleFormatOf } from './module-format';
export { compareGenerated, type FileDrift, writeGenerated } from './output';
export {
  DEFAULT_HANDLERS,
  DEFAULT_OUT,
  documentArguments,
  FORMER_OPTIONS,
  generateOptions,
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  generationArguments,
  type GenerationCall,
  type GenerationOptions,
  MODULE_USAGE,
  moduleFormat,
  modulePath,
  PROJECT_USAGE,
  READING_OPTIONS,
  READING_USAGE,
  readingArguments,
  type ReadingOptions,
  usualDocument,
  usualHandlers,
} from './project-options';
export {
  commandFault,
  documentFiles,
  generateFor,
  Notices,
  type OtherFiles,
  readProjectDocument,
  readProjectPart,
  withStrictQuery,
} from './project';
export { readTools, TOOLS_FILE } from './tools';
export { commentOf } from './types/comments';
export { type HandlerName, handlerNames } from './types/handler-registry';
export { endTypesThread } from './types/types-thread';
export { routeOf } from './validate/operations';
export { type WrittenOperation, writtenOperations } from './validate/prune-invalid';
export { unsatisfiableWarnings } from './validate/unsatisfiable';
