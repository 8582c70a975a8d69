import { runCommand } from '../src/tools/cli/command-line';
import { scaffold } from '../src/tools/scaffold/command';
import { forPlantStore } from './plant-store-options';

runCommand(forPlantStore('scaffold', scaffold));
