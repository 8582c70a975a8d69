import { init } from '../src/init/command';
import { runCommand } from '../src/cli/command-line';

runCommand(init);
