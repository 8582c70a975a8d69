import '../support/long';
import { documentsOfStrangers } from './documents';
import { tryDocuments } from './try-documents';

tryDocuments(documentsOfStrangers, 'all');
