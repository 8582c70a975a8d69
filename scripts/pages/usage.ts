import { USAGE as TRELLIS_USAGE } from '../../src/trellis-usage';
import { USAGE } from '../../src/usage';

/** The output of `plant-store --help`. */
export const usageBlock = (): string => blockOf(USAGE);

/** The output of `trellis --help`. */
export const trellisUsageBlock = (): string => blockOf(TRELLIS_USAGE);

function blockOf(usage: string): string {
  return `\`\`\`text\n${usage}\`\`\``;
}
