import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Tests use describe, it and expect without an import.
    globals: true,
    include: ['test/**/*.test.ts'],
    // A document may have no operation yet.
    passWithNoTests: true,
  },
});
