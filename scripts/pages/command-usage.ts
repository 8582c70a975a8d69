import { USAGE as CHECK_USAGE } from '../../src/check/command';
import { USAGE as CONFORMANCE_USAGE } from '../../src/conformance/options';

/** The output of `npm run check -- --help`. */
export const checkUsage = (): string => blockOf(CHECK_USAGE);

/** The output of `npm run conformance -- --help`. */
export const conformanceUsage = (): string => blockOf(CONFORMANCE_USAGE);

function blockOf(usage: string): string {
  return `\`\`\`text\n${usage}\n\`\`\``;
}
