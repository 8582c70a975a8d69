import { mock } from '../src/tools/mock/command';
import { runCommand } from '../src/tools/cli/command-line';

runCommand(mock);
