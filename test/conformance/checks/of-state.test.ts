import { speaksOfState } from '../../../src/conformance/checks/doubts';

it.each<[text: string, expected: boolean]>([
  ['Could not find role 14', true],
  ['The role was not found', true],
  ['role_not_found', true],
  ["The project doesn't exist", true],
  ['Environment "x" does not exist', true],
  ['There is no such member', true],
  ['A user with this name already exists', true],
  ['The name is taken', true],
  ['name must be at least 2 characters long', false],
  ['colour is not allowed to be empty', false],
  ['{"error":"invalid"}', false],
  ['', false],
])('"%s" speaks of what a service has: %s', (text, expected) => {
  expect(speaksOfState({ status: 400, headers: [], body: Buffer.from(text) })).toBe(expected);
});
