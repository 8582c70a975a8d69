import { runInNewContext } from 'node:vm';
import * as runtime from '../../../../src/runtime/contract/runtime';
import { CompilableSchemas } from '../../../../src/tools/validators/compilable-schemas';
import { compileValidators } from '../../../../src/tools/validators/validators';
import { useSchemas } from './describe-bodies';

/** Formats as their RFCs have them; the JSON Schema suite has more (json-schema-suite.wide.test.ts). */

const A_63 = 'a'.repeat(63);

const ROWS: Readonly<Record<string, { readonly takes: string[]; readonly refuses: string[] }>> = {
  date: {
    takes: ['2024-02-29', '2000-02-29', '0000-02-29', '2023-11-30'],
    refuses: ['2023-02-29', '1900-02-29', '2023-11-31', '2023-00-10', '2023-1-10', '2023-02-28\n'],
  },
  time: {
    takes: [
      ...['07:08:09.1234567890123z', '12:30:00-00:00', '23:59:60Z'],
      ...['05:29:60+05:30', '18:44:60.75-05:15'],
    ],
    refuses: [
      ...['23:59:60+05:30', '12:00:60Z', '12:00:61Z', '24:00:00Z'],
      ...['12:00:00', '12:00:00+05', '12:00:00+0530', '12:00:00+24:00'],
    ],
  },
  'date-time': {
    takes: [
      ...['2016-12-31T23:59:60Z', '2017-01-01t05:29:60+05:30', '2015-06-30T16:59:60.5-07:00'],
      '0001-01-01T00:00:00.999999999999999999-23:59',
    ],
    refuses: [
      ...['2016-12-30T23:59:60Z', '2016-12-31T12:59:60Z', '2016-12-31T24:59:60+01:00'],
      ...['2016-12-31 23:59:59Z', '2016-12-31T10:00:00+01', '2100-02-29T00:00:00Z'],
    ],
  },
  duration: {
    takes: ['P1Y2M3DT4H5M6S', 'P5W', 'PT90M', 'P1M10D', 'P1YT1S'],
    refuses: ['P1Y3D', 'PT2H4S', 'P1W2D', 'P1DT', 'PT1.5S', 'P1H', 'PT'],
  },
  email: {
    takes: [
      ...['"a b@c"@example.com', '"\\"\\\\"@example.com', 'leaf@[192.0.2.7]'],
      ...['leaf@[IPv6:2001:db8::7]', 'leaf@localhost', `${'a'.repeat(64)}@example.com`],
    ],
    refuses: [
      ...['a b@example.com', '"a"b@example.com', 'leaf@[192.0.2.256]', 'leaf@[IPv6:1:2]'],
      ...[
        'leaf@[2001:db8::7]',
        'leaf@example.com.',
        'leaf@b\u00fccher.example',
        'l\u00e9af@a.example',
      ],
      ...[
        `${'a'.repeat(65)}@example.com`,
        `a@${A_63}.${A_63}.${A_63}.${A_63}`,
        '@example.com',
        'leaf',
      ],
    ],
  },
  'idn-email': {
    takes: [
      'l\u00e9af@b\u00fccher.example',
      '"\u5c71 \u5ddd"@xn--bcher-kva.example',
      'a@[192.0.2.7]',
    ],
    refuses: ['leaf', 'leaf@-a.example', 'leaf@a\u00b7b.example', 'leaf\uff20example.com'],
  },
  hostname: {
    takes: ['a1-b.example', `${A_63}.example`, 'XN--BCHER-KVA.example', 'r3---sn-a.example', '1.2'],
    refuses: [
      ...['example.com.', 'a..b', '-a', 'a-', 'a_b', `${A_63}a.example`, ''],
      // No Punycode, one of a heart, of "a" alone, of what is not in NFC, and of a mark first.
      ...['xn--0', 'xn--g6h', 'xn--a-', 'xn--u-ccb', 'xn--a-wbb'],
    ],
  },
  'idn-hostname': {
    takes: [
      ...['b\u00fccher.example', 'B\u00dcCHER.example', 'stra\u00dfe\u3002example', '\u13a0\u13a1'],
      ...['col\u00b7lecci\u00f3.example', '\u05d0\u05d1.\u05d2', '\u30a2\u30fb\u30a4', 'a--b'],
    ],
    refuses: [
      ...[
        'u\u0308ber.example',
        '\u2764.example',
        'a\u00b7b',
        '\u30fb.example',
        '\u0301a',
        'a\u200db',
      ],
      ...[
        '1a.\u05d0',
        'a\u05d0',
        '\u0661\u06f1',
        '\u05d01\u0661',
        '\u1100\u1161',
        'b\u00fc--.example',
      ],
      ...['ab--\u00fc', '\u00fc'.repeat(63), 'a.', '', 'a/b', 'a b\u00fc'],
    ],
  },
  ipv4: { takes: ['192.0.2.1'], refuses: ['192.0.2.01', '192.0.2', '192.0.2.256', '192.0.2.1 '] },
  ipv6: {
    takes: ['::', '2001:DB8::7', '::ffff:192.0.2.7', '1:2:3:4:5:6:192.0.2.7'],
    refuses: ['fe80::1%eth0', '::1\u0000', '1::2::3', '::192.0.2.07', '[::1]', '1:2:3:4:5:6:7', ''],
  },
  uri: {
    takes: [
      ...['tag:example.com,2024:a', 'http://a@b:/%7Ec?d=?#/?', 'a+b.c-d:', 'http://[v1.a:b]'],
      ...['file:///c:/a', 'http://[::ffff:192.0.2.7]:80'],
    ],
    refuses: [
      ...[
        'http://a:b:c/',
        'http://[::1]a',
        'http://[fe80::1%25eth0]',
        'http://a/[b]',
        'http://a/"',
      ],
      ...['http://a@b@c', '1a:b', '/a', 'http://a/%4', 'http://a#b#c', 'http://\u00e9'],
    ],
  },
  'uri-reference': {
    takes: ['', '../a;b=c', '//a:80', './a:b', 'a/b:c', '?a:b', '@'],
    refuses: ['1:a', ':a', '//a:b', '//[::1', '/a"', '/a\\b', '//[::ffff:1.2.3.04]'],
  },
  iri: {
    takes: ['http://b\u00fccher.example/\u{20000}?\ue000#\u00e9', 'urn:a'],
    refuses: ['/\u00e9', 'http://a/\ue000', 'http://a/\u{1fffe}', 'http://1:2:3/', 'http://a/\n'],
  },
  'iri-reference': {
    takes: ['\u00e9/\u00fc:a', '#\u00df'],
    refuses: ['\u00e9:a', '\\\u00e9', '#a\\b'],
  },
  'uri-template': {
    takes: ["it's/{a.b:3,c*}{?%61_,d}", '{|reserved}', '\u00e9{/id}'],
    refuses: [
      '{a..b}',
      '{a.}',
      '{a:0}',
      '{a{b}}',
      '{a',
      'a}',
      '{}',
      '%4',
      'a\u007f',
      '<',
      '{a*:1}',
    ],
  },
  uuid: {
    takes: ['2EB8aa08-aa98-11ea-b4aa-73b441d16380'],
    refuses: ['urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2eb8aa08aa9811eab4aa73b441d16380'],
  },
  regex: {
    takes: ['[\\w-.]', '\\/\\p{L}\\cA', '(?<a>b)\\k<a>', '\\\\a'],
    refuses: ['\\a', '\\Ab\\z', '\\\\\\Z', '(?P<a>b)', 'a**', '('],
  },
  'date-time-local': {
    takes: ['2024-02-29T23:59:59', '2016-12-31t23:59:60.5', '0001-01-01T00:00:00.123456789'],
    refuses: ['2023-02-29T00:00:00', '2024-01-01T00:00:00Z', '2024-01-01 00:00:00', '2024-01-01'],
  },
  'time-local': {
    takes: ['00:00:00', '23:59:59.999', '12:00:60'],
    refuses: ['00:00:00Z', '24:00:00', '12:00', '12:00:00+01:00'],
  },
  'http-date': {
    takes: [
      ...['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT'],
      ...['Sun Nov  6 08:49:37 1994', 'Thu Nov 16 08:49:37 1994', 'Sat, 31 Dec 2016 23:59:60 GMT'],
    ],
    refuses: [
      ...[
        'Sun, 6 Nov 1994 08:49:37 GMT',
        'Sun, 06 Nov 1994 08:49:37 +0000',
        'Sun Nov 6 08:49:37 1994',
      ],
      ...['sun, 06 nov 1994 08:49:37 gmt', 'Sun, 32 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ],
  },
  'media-range': {
    takes: ['*/*', 'text/*', 'a/b+c ;\td="e;\\"" ;q=0.5', 'a/b;', 'a/b; ;c=d', "!#/$%&'^`|~"],
    refuses: [
      'text',
      '/',
      'a/',
      'a/b/c',
      'a/b;c',
      'a/b;c=',
      'a/b;c="d',
      'a /b',
      ' a/b',
      'a/b, c/d',
      '',
    ],
  },
  decimal: {
    takes: ['0', '-12.50', '+1', '.5', '5.', '007', '1'.repeat(99)],
    refuses: ['', '.', '-', '1,5', '1e3', '0x1', ' 1', '1 ', 'NaN', '\u0661'],
  },
  decimal128: {
    takes: [
      '0',
      '-1.5E+10',
      '1e6111',
      'NaN',
      'INF',
      '-INF',
      `0.${'9'.repeat(34)}`,
      `1${'0'.repeat(50)}`,
    ],
    refuses: ['', 'Infinity', 'nan', '1E', 'E1', '1'.repeat(35), `${'1'.repeat(34)}.1`],
  },
  int64: {
    takes: ['0', '-0', '007', '9223372036854775807', '-9223372036854775808'],
    refuses: ['9223372036854775808', '-9223372036854775809', '1.0', '1e3', '', '-', '9'.repeat(99)],
  },
  uint64: {
    takes: ['0', '18446744073709551615'],
    refuses: ['18446744073709551616', '-1', '1.0', 'one', ''],
  },
  unixtime: {
    takes: ['0', '-1', '2147483648', '1.5'],
    refuses: ['', 'now', '1e9', '2024-01-01', '1.'],
  },
  'sf-binary': {
    takes: ['::', ':cHJldGVuZA==:', ':AA:'],
    refuses: ['', ':', 'AA==', ':_-:', ': :'],
  },
  'sf-boolean': { takes: ['?0', '?1'], refuses: ['', '?', '0', 'true', '?2', '?01'] },
  'sf-string': {
    takes: ['""', '" ~"', '"\\"\\\\"'],
    refuses: ['', '"', 'a', '"""', '"\\a"', '"\t"', '"\u00e9"', '"a" '],
  },
  'sf-token': {
    takes: ['a', '*', 'A/b:c', "a!#$%&'*+-.^_`|~9"],
    refuses: ['', '1a', '-a', 'a b', 'a,b', '"a"', 'a\n'],
  },
  char: { takes: ['a', '\u{1F33F}', '\n'], refuses: ['', 'ab'] },
  base64url: { takes: ['', '-_8', 'AA=='], refuses: ['A', '+/8='] },
  byte: { takes: ['', 'AA==', 'AAA='], refuses: ['AA==\n!', '!\nAA==', 'AA'] },
};

const schemas = Object.keys(ROWS).map((format) => ({ type: 'string', format }));
const served = useSchemas(schemas);

const rows = Object.entries(ROWS).map(([format, row], index) => ({ format, index, ...row }));

describe.each(rows)('$format', ({ index, takes, refuses }) => {
  it.each(takes)('takes %j', async (text) => {
    expect(await served().decode(index, JSON.stringify(text))).toEqual({ status: 204, body: text });
  });

  it.each(refuses)('refuses %j', async (text) => {
    expect(await served().decode(index, JSON.stringify(text))).toMatchObject({ status: 400 });
  });
});

/** The types that the registry has for a format; values of others are untouched. */
describe('a value of another type', () => {
  const typed = [
    [{ format: 'http-date' }, ['1', 'true', '["a"]'], ['"a"']],
    [{ format: 'int64' }, ['1', '"1"', 'true'], ['1.5', '"1.5"', '"a"']],
    [{ format: 'uint8' }, ['255', '"a"', '"256"'], ['256', '-1']],
    [{ format: 'decimal' }, ['1e300', '0.1', '"0.1"'], ['"a"']],
    [{ format: 'unixtime' }, ['1.5', '"1.5"'], ['"a"']],
    [{ format: 'sf-integer' }, ['-999999999999999', '"a"'], ['1000000000000000', '0.5']],
    [{ format: 'sf-decimal' }, ['-999999999999.999', '0', '1.23', '"a"'], ['1e12', '0.1234']],
    [{ type: 'integer', format: 'html' }, ['1'], ['"a"']],
  ] as const;
  const body = useSchemas(typed.map(([schema]) => schema));

  it.each(typed.map((row, index) => [index, ...row] as const))(
    '%i %j',
    async (index, _, takes, refuses) => {
      const found: [text: string, status: unknown][] = [];
      for (const text of [...takes, ...refuses]) {
        found.push([text, (await body().decode(index, text)).status]);
      }
      expect(found).toEqual([
        ...takes.map((text) => [text, 204]),
        ...refuses.map((text) => [text, 400]),
      ]);
    },
  );
});

describe('a compiled module', () => {
  const named = Object.fromEntries(schemas.map((schema) => [schema.format, schema]));
  const code = compileValidators(
    new CompilableSchemas({ components: { schemas: named } }),
    Object.keys(named).map((name) => ({
      name,
      pointer: `/components/schemas/${name}`,
      direction: 'request' as const,
    })),
  );
  const validators: Record<string, (this: object, text: string) => boolean> = {};
  beforeAll(() => {
    runInNewContext(code, { exports: validators, require: () => runtime });
  });

  it.each(rows)('has $format', ({ format, takes, refuses }) => {
    const validate = (text: string): boolean => validators[format]!.call({}, text);
    expect([takes.every(validate), refuses.some(validate)]).toEqual([true, false]);
  });
});

/** Long enough for a matcher to give up, or to take minutes, that is not linear. */
const LONG = 100_000;

it.each(rows)('reads long texts of $format', async ({ index, takes, refuses }) => {
  for (const text of [...takes, ...refuses].filter((each) => each !== '')) {
    const long = text.repeat(LONG / text.length);
    const { status } = await served().decode(index, JSON.stringify(long));
    expect([204, 400]).toContain(status);
  }
  expect(served().faults).toEqual([]);
});
