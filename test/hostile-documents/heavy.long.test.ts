import '../support/long';
import { heavyDocuments } from './documents';
import { tryDocuments } from './try-documents';

// Development does with a document what generate and the mock do; strangers.long.test.ts tries it.
tryDocuments(heavyDocuments, 'all but dev');
