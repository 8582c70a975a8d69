import { runCommand } from '../src/cli/command-line';
import { check } from '../src/check/command';
import { forPlantStore } from './plant-store-options';

runCommand(forPlantStore('check', check));
