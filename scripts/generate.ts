import { runCommand } from '../src/cli/command-line';
import { generate } from '../src/generate/command';
import { forPlantStore } from './plant-store-options';

runCommand(forPlantStore('generate', generate));
