import { init } from '../src/tools/init/command';
import { runCommand } from '../src/tools/cli/command-line';

runCommand(init);
