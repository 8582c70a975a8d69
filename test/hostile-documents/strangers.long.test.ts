import '../support/long';
import { documentsWithFiles, documentsWithTexts } from './documents';
import { tryDocuments } from './try-documents';

// Development reads and watches files on its own; with texts it does what generate and the mock do.
tryDocuments(documentsWithFiles, 'all');
tryDocuments(documentsWithTexts, 'all but dev');
