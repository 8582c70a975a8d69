#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';

/** A command of an installed package is a link, which Node may be told to keep as the name of the file. */
const file = realpathSync(__filename);

/** From Node 22 on. @see https://nodejs.org/api/module.html#moduleenablecompilecachecachedir */
const { enableCompileCache } = nodeModule as {
  readonly enableCompileCache?: (folder: string) => unknown;
};

// Beside the program: whoever can write to a folder of temporary files could put other code there.
enableCompileCache?.(path.join(path.dirname(file), 'main.cache'));
nodeModule.createRequire(file)('./main.program.js');
