import { runService } from 'plant-store/service';
import { readConfig } from './config';
import { program } from './program';
import { startServer } from './server';

void runService(() => startServer(readConfig(process.env), program));
