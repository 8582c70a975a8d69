import { generate } from '../src/generate/command';
import { runCommand } from '../src/cli/command-line';

runCommand(generate);
