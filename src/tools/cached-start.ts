#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';

/** Available from Node 22 on. @see https://nodejs.org/api/module.html#moduleenablecompilecachecachedir */
const { enableCompileCache } = nodeModule as {
  readonly enableCompileCache?: (folder: string) => unknown;
};

// The command of an installed package is a symbolic link, and Node may be told to keep its name.
const folder = path.dirname(realpathSync(__filename));
// Next to the program: in a temporary folder, other users could place code.
enableCompileCache?.(path.join(folder, '.compile-cache'));
nodeModule.createRequire(__filename)(path.join(folder, 'trellis'));
