import { describeInitPage } from '../support/init-page';

describeInitPage('from-fastapi.md', 'fastapi.json');
