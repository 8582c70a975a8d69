import '../support/long';
import { heavyDocuments } from './documents';
import { tryDocuments } from './try-documents';

// What makes a project of a document reads it as the other tools do, and strangers.long.test.ts tries that.
tryDocuments(heavyDocuments, 'reading');
