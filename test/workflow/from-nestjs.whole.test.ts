import { describeInitPage } from '../support/compared-service';

// All of it is in from-nestjs.long.test.ts; from-fastapi.whole.test.ts checks a project that is made in the same way.
describeInitPage('from-nestjs.md', 'nestjs.json', true);
