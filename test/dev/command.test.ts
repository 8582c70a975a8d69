import { runScript } from '../support/run-script';

it('npm run dev names its options for one that it does not have', () => {
  const { code, stderr } = runScript('scripts/dev.ts', ['--lenient']);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^Unknown option '--lenient'.*\nUsage: npm run dev -- \[--strict\] \[--all\]/,
  );
});
