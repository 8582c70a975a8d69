import { conformance } from '../src/conformance/command';
import { runCommand } from '../src/cli/command-line';

runCommand(conformance);
