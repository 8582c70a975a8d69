import { runService } from 'openapi-trellis/service';
import { readConfig } from './config.js';
import { program } from './program.js';
import { startServer } from './server.js';

void runService(() => startServer(readConfig(process.env), program));
