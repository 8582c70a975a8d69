import { runCommand } from '../src/tools/cli/command-line';
import { generate } from '../src/tools/generate/command';
import { forPlantStore } from './plant-store-options';

runCommand(forPlantStore('generate', generate));
