import '../support/long';
import { playFirstOperation } from '../support/first-operation';

it('docs/first-operation.md is true, its tests included', async () => {
  await playFirstOperation();
});
