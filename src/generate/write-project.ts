import { type FileDrift, startTypesThread, writeGenerated } from './index';
import type { LastGeneration, Result } from './last-generation';
import { generateFor, Notices, readProjectDocument, type WriteCall } from './project';

/**
 * Generates the files of a project into its folder.
 *
 * @param last stores the result for the next call
 * @throws CommandError like generateFor and Notices
 */
export async function writeProject(
  call: WriteCall,
  last: LastGeneration | undefined,
): Promise<Result & { readonly changes: readonly FileDrift[] }> {
  startTypesThread();
  const source = readProjectDocument(call.spec, call);
  const notices = new Notices(source, call);
  const files = await generateFor(source, call.out, { ...call, report: notices.report });
  const said = { sources: source.files, notices: notices.show() };
  const changes = writeGenerated(call.out, files);
  last?.keep(source.seen, files, said);
  return { ...said, files: [...files.keys()], changes };
}
