import { describeInitPage } from '../support/init-page';

describeInitPage('from-nestjs.md', 'nestjs.json');
