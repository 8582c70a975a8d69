/** What all commands share: options, exit codes, output, files of the package and of users. */

export { hint } from './command-arguments';
export {
  callOf,
  callWith,
  type Command,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  IS_COMPILED,
  parseCommandLine,
  parseOptions,
  runIfMain,
  wholeNumber,
} from './command-line';
export { compilerOptions } from './compiler-options';
export { readExtensions } from './extensions';
export { askGit, git, unreadable } from './git';
export { HOST_NAME_OPTION, HOST_NAME_USAGE, hostNames } from './host-names';
export { lowerPriority, lowerThreadPriority } from './low-priority';
export { nativeCompiler, requireWatcher } from './optional-packages';
export { readManifest, ROOT, RUNTIME } from './package-files';
export { MAX_SEED, Random } from './random';
export {
  acceptedText,
  addReasonLines,
  checkReason,
  type ReasonLine,
  reasonLine,
  readNamed,
  readReasonLines,
  readReasons,
} from './reasons';
export {
  checkSize,
  IrregularFileError,
  isWithin,
  readIfRegular,
  readRegularFile,
  withAncestors,
  writeRegularFile,
} from './regular-file';
export { scriptWords, shellWords, shWord, unquotable } from './shell';
export { startThread } from './start-thread';
export { tableLines } from './table';
export {
  clearProgress,
  printLines,
  printReport,
  sayLines,
  sayText,
  showProgress,
} from './terminal';
export { checkRuntimeOf, compileOnLoad, loadUserModule } from './user-module';
export {
  type BodyLimits,
  visibleBody,
  visibleJson,
  visibleLine,
  visibleSource,
  visibleText,
} from './visible';
