import { describeOpenapiBackendPage } from '../support/openapi-backend-page';

// All of it is in from-openapi-backend.long.test.ts; from-fastapi.whole.test.ts checks a project that is made so.
describeOpenapiBackendPage(true);
