import { describeInitPage } from '../support/compared-service';

describeInitPage('from-fastapi.md', 'fastapi.json');
