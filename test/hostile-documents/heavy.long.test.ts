import '../support/long';
import { heavyDocuments } from './documents';
import { tryDocuments } from './try-documents';

tryDocuments(heavyDocuments);
