import { contractCoverage } from '../src/contract-coverage/command';
import { runCommand } from '../src/cli/command-line';

runCommand(contractCoverage);
