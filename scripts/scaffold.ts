import { runCommand } from '../src/cli/command-line';
import { scaffold } from '../src/scaffold/command';
import { forPlantStore } from './plant-store-options';

runCommand(forPlantStore('scaffold', scaffold));
