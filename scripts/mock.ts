import { mock } from '../src/mock/command';
import { runCommand } from '../src/cli/command-line';

runCommand(mock);
