import { playFirstOperation } from '../support/first-operation';

it('docs/first-operation.md is true, block by block', async () => {
  // Its tests compile the project, which takes as long as all the rest: first-operation.long.test.ts.
  await playFirstOperation({ 'npx jest test/plants': () => undefined });
});
