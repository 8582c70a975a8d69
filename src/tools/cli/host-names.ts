import { hostName } from 'openapi-trellis/tools';
import { CommandError } from './command-line';

/** The option of commands that serve on this machine: accepted host names, in addition to those of the machine. */
export const HOST_NAME_OPTION = {
  'host-name': { type: 'string', multiple: true },
} as const;

export const HOST_NAME_USAGE = `
  --host-name NAME  answers under this name too, beside localhost and addresses`;

/** The values of the option. @throws CommandError for an invalid name */
export function hostNames(given: readonly string[] = []): string[] {
  return given.map((text) => {
    const name = hostName(text);
    if (name !== undefined) return name;
    throw new CommandError(`--host-name must be a name such as "dev.example.com", not "${text}"`);
  });
}
