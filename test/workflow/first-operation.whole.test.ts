import { playFirstOperation } from '../support/project-copy';

it('docs/first-operation.md is true, block by block', async () => {
  // What compiles the project and what checks all of it take as long as the rest: first-operation.long.test.ts.
  const left = (): undefined => undefined;
  await playFirstOperation({ 'npx jest test/plants': left, 'npm run check': left });
});
