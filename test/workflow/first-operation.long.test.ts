import '../support/long';
import { playFirstOperation } from '../support/project-copy';

it('docs/first-operation.md is true, its tests included', async () => await playFirstOperation());
