import { USAGE as CHECK_USAGE } from '../../src/check/command';
import { USAGE as CONFORMANCE_USAGE } from '../../src/conformance/options';

/** What `npm run check -- --help` prints. */
export const checkUsage = (): string => blockOf(CHECK_USAGE);

/** What `npm run conformance -- --help` prints. */
export const conformanceUsage = (): string => blockOf(CONFORMANCE_USAGE);

function blockOf(usage: string): string {
  return `\`\`\`text\n${usage}\n\`\`\``;
}
