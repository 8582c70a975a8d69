import { CommandError } from '../../cli';
import { type RunOptions, type RunValues, readRunOptions, runUsage } from '../../conformance';

/** Options for comparing a running service with the document. */
export interface ServiceOptions extends RunOptions {
  readonly url: string;
  /** Path or URL of its document; undefined if it was not given. */
  readonly servedDocument: string | undefined;
}

/** Long enough for some thousand requests, and short enough to run on each change of a service. */
export const SECONDS = '20';

export const SERVICE_USAGE = `
  --url URL               compares the service at URL with the document, in the check service:
  --served-document PATH  where it serves its document, if that is to be found; also a URL${runUsage(Number(SECONDS))}`;

/**
 * @returns undefined if no service is given
 * @throws CommandError naming the option and the allowed values
 */
export function readServiceOptions(
  values: RunValues & { readonly 'served-document'?: string | undefined },
): ServiceOptions | undefined {
  const { url, ...options } = readRunOptions(values);
  if (url === undefined) return undefined;
  const { 'served-document': servedDocument } = values;
  if (servedDocument !== undefined && !URL.canParse(servedDocument, url)) {
    throw new CommandError(
      `--served-document must be a path such as /openapi.json, or a URL, not "${servedDocument}"`,
    );
  }
  return { ...options, url, servedDocument };
}
