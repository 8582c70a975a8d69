import { describeInitPage } from '../support/compared-service';
import '../support/long';

describeInitPage('from-nestjs.md', 'nestjs.json');
