import '../support/long';
import { describeOpenapiBackendPage } from '../support/openapi-backend-page';

describeOpenapiBackendPage();
