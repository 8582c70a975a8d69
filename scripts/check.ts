import { check } from '../src/check/command';
import { runCommand } from '../src/cli/command-line';
import { ownAuthenticators } from '../src/plant-store/authenticators';

runCommand((args) => check(args, ownAuthenticators));
