import { USAGE as CHECK_USAGE } from '../../src/tools/check/command';
import { USAGE as CONFORMANCE_USAGE } from '../../src/tools/conformance/options';
import { USAGE as TRELLIS_USAGE } from '../../src/tools/trellis-usage';
import { USAGE as PLANT_STORE_USAGE } from '../../src/plant-store/usage';

/** The output of `npm run check -- --help`. */
export const checkUsage = (): string => blockOf(CHECK_USAGE);

/** The output of `npm run conformance -- --help`. */
export const conformanceUsage = (): string => blockOf(CONFORMANCE_USAGE);

/** The output of `plant-store --help`. */
export const plantStoreUsage = (): string => blockOf(PLANT_STORE_USAGE);

/** The output of `trellis --help`. */
export const trellisUsage = (): string => blockOf(TRELLIS_USAGE);

function blockOf(usage: string): string {
  return `\`\`\`text\n${usage.trimEnd()}\n\`\`\``;
}
