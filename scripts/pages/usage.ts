import { USAGE } from '../../src/usage';

/** What `plant-store --help` prints. */
export function usageBlock(): string {
  return `\`\`\`text\n${USAGE}\`\`\``;
}
