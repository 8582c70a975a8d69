import { describeInitPage } from '../support/init-page';
import '../support/long';

describeInitPage('from-nestjs.md', 'nestjs.json');
