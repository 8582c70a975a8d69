import { Credentials } from '../../../src/conformance/credentials';
import { RequestJudge } from '../../../src/conformance/judge/judge-request';
import { HyperjumpValidator } from '../../../src/conformance/judge/second-validator';
import { loadContract, parseSource } from '../../../src/generate/index';
import { HIERARCHY_SHAPES } from '../../support/hierarchy-shapes';
import { requestOf } from './judged';

/** Judgements if a discriminator says which child of a base a value is. */

const textOf = (shape: string): string => HIERARCHY_SHAPES[shape]?.files['openapi.yaml'] ?? '';

const OPEN = textOf('allOf with a mapping');
const ENUMERATED = OPEN.replace('kind: {type: string}', 'kind: {type: string, enum: [cat, dog]}');
const LISTED = textOf('oneOf with a mapping');

const expectation = async (text: string, animal: object): Promise<string> => {
  const source = parseSource(text, 'openapi.yaml');
  const loaded = loadContract(source.document, { strict: true });
  const document = { source, loaded, second: HyperjumpValidator.of(loaded) };
  const tokens = { caller: new Map(), limited: new Map(), other: new Map() };
  const judge = await RequestJudge.of(document, new Credentials(loaded.contract, tokens, false));
  const { expected } = await judge.judge(requestOf('POST /animals', JSON.stringify(animal)));
  return expected;
};

const CAT = { kind: 'cat', name: 'Tom', lives: 9 };

it.each([
  ['a child', CAT, ['acceptance', 'acceptance', 'acceptance']],
  ['a child that breaks its own schema', { ...CAT, lives: 'nine' }, ['open', 'open', 'refusal']],
  ['a child that breaks that of its base', { ...CAT, name: 1 }, ['refusal', 'refusal', 'refusal']],
  ['a kind that no child has', { ...CAT, kind: 'fish' }, ['open', 'refusal', 'refusal']],
])('%s, where kinds are open, enumerated and listed by oneOf', async (_, animal, expected) => {
  const texts = [OPEN, ENUMERATED, LISTED];
  expect(await Promise.all(texts.map((text) => expectation(text, animal)))).toEqual(expected);
});
