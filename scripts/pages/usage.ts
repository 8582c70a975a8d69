import { USAGE } from '../../src/usage';

/** The output of `plant-store --help`. */
export function usageBlock(): string {
  return `\`\`\`text\n${USAGE}\`\`\``;
}
