import { dev } from '../src/dev/command';
import { runCommand } from '../src/cli/command-line';

runCommand(dev);
