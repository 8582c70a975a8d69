import { runCommand } from '../src/tools/cli/command-line';
import { check } from '../src/tools/check/command';
import { forPlantStore } from './plant-store-options';

runCommand(forPlantStore('check', check));
