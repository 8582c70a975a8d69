import { describeOpenapiBackendPage } from '../support/compared-service';

// All of it is in from-openapi-backend.long.test.ts; from-fastapi.whole.test.ts checks a project that is made so.
describeOpenapiBackendPage(true);
