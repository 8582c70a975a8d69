#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';

/** The command of an installed package is a symbolic link, and Node may be told to keep its name. */
const file = realpathSync(__filename);

/** Available from Node 22 on. @see https://nodejs.org/api/module.html#moduleenablecompilecachecachedir */
const { enableCompileCache } = nodeModule as {
  readonly enableCompileCache?: (folder: string) => unknown;
};

// Next to the program: in a temporary folder, other users could place code.
enableCompileCache?.(file.replace(/js$/, 'cache'));
nodeModule.createRequire(file)(file.replace(/js$/, 'program.js'));
