import { check } from '../src/check/command';
import { runCommand } from '../src/cli/command-line';

runCommand(check);
