import { runService } from 'openapi-trellis/service';
import { contract } from '../generated/contract.js';
import { handlers } from '../generated/handlers.js';
import { validators } from '../generated/validators.js';
import { readConfig, startServer } from './server.js';

/** The document is served at `/-/docs`. */
const document = 'generated/openapi.json';

void runService(() =>
  startServer(readConfig(process.env), { contract, validators, handlers, document }),
);
