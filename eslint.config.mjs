import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const LONG_LISTS = {
  selector:
    'CallExpression[callee.property.name=/^(push|unshift|min|max|fromCodePoint)$/] > SpreadElement',
  message: 'A long list as arguments overflows the stack; write a loop, or leastOf or greatestOf',
};

export default tseslint.config(
  {
    ignores: [
      'generated/',
      'src/tools/generate/validate/official/',
      '**/dist/',
      'scripts/site/dist/',
      'scripts/site/pages/',
      'coverage/',
      'data/',
      'src/tools/template/',
      // They compile where `init` has made projects of them.
      'test/print-shop/project/',
      'test/fixtures/calls.ts',
      'test/fixtures/field-notes/',
      'test/fixtures/hosts/',
      'test/fixtures/init/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 20],
      'no-console': 'error',
      'no-restricted-syntax': ['error', LONG_LISTS],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/runtime/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        LONG_LISTS,
        {
          selector: 'AssignmentExpression[left.type="MemberExpression"] > .right:function',
          message:
            'V8 puts this function among old objects, where it keeps its request until a full collection; name it first',
        },
      ],
    },
  },
  {
    files: ['src/plant-store/plants/handlers/*.ts'],
    rules: {
      // With it, the compiler marks the very property that is wrong (docs/handlers.md).
      '@typescript-eslint/explicit-function-return-type': [
        'error',
        { allowExpressions: true, allowTypedFunctionExpressions: false },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // What looks like a test and cannot fail, or cannot succeed.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Property[computed=false]:matches([key.name="__proto__"],[key.value="__proto__"])',
          message: 'This sets a prototype; write ["__proto__"] for a property',
        },
        {
          selector:
            'CallExpression[callee.property.name=/^to(Equal|StrictEqual|MatchObject)$/] Property > Literal[regex]',
          message: 'No text equals a regular expression; write expect.stringMatching',
        },
        {
          selector: 'ExpressionStatement > CallExpression[callee.name="expect"]',
          message: 'Call a matcher of expect(...)',
        },
      ],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        require: 'readonly',
        module: 'writable',
        process: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
  {
    files: ['src/runtime/management/docs-page/browser/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: {
        document: 'readonly',
        fetch: 'readonly',
        location: 'readonly',
        matchMedia: 'readonly',
        setTimeout: 'readonly',
        SwaggerUIBundle: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
