/** What tests of a service start it with. */

export { type SignableRequest, TestCallers } from './test-callers';
