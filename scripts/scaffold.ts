import { scaffold } from '../src/scaffold/command';
import { runCommand } from '../src/cli/command-line';

runCommand(scaffold);
