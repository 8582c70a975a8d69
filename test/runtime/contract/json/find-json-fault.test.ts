import fc from 'fast-check';
import { findJsonFault } from '../../../../src/runtime/contract/json/find-json-fault';
import { anyCharacter, runs } from '../../../support/runs';

describe('findJsonFault', () => {
  it.each([
    ['', '1:1', 'a value'],
    ['  ', '1:3', 'a value'],
    ['{"a":1', '1:7', '"," or "}"'],
    ['{"a" 1}', '1:6', '":"'],
    ['{a:1}', '1:2', 'a property name in double quotes'],
    ['{"a":1,}', '1:8', 'a property name in double quotes'],
    ['[1,]', '1:4', 'a value'],
    ['[1 2]', '1:4', '"," or "]"'],
    ['[01]', '1:3', '"," or "]"'],
    ['{"a":\n  tru}', '2:3', 'a value'],
    ['"abc', '1:5', 'the closing double quote of a string'],
    ['"a\\x"', '1:3', 'a character or escape that a string may hold'],
    ['"a\nb"', '1:3', 'a character or escape that a string may hold'],
    ['{} x', '1:4', 'the end'],
    ['{"a":[{}]}}', '1:11', 'the end'],
    ['[}', '1:2', 'a value'],
  ])('%j goes wrong at %s', (text, place, expected) => {
    const fault = findJsonFault(text);
    expect([`${fault?.line}:${fault?.column}`, fault?.expected]).toEqual([place, expected]);
  });

  it('finds nothing in what JSON.parse takes', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: anyCharacter }),
        fc.constantFrom(0, 1, 3),
        (text, space) => {
          const spaced = JSON.stringify(JSON.parse(text), null, space);
          expect([findJsonFault(text), findJsonFault(spaced)]).toEqual([undefined, undefined]);
        },
      ),
    );
    expect(findJsonFault('"\u007f\u0085"')).toBeUndefined();
  });

  it(`finds a fault wherever JSON.parse does (${runs(2_000)} tries)`, () => {
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const mutated = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', ':', '0', '\\', '\n', '-', 'e'),
      )
      .map(([text, at, piece]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + piece + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(mutated, (text) => {
        expect(findJsonFault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: runs(2_000) },
    );
  });
});
