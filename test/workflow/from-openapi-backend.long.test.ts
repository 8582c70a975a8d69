import '../support/long';
import { describeOpenapiBackendPage } from '../support/compared-service';

describeOpenapiBackendPage();
