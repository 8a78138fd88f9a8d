import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'coverage',
      'demo/dist',
      'demo/.strapi',
      'demo/types',
      'demo/.tmp',
      'bench/.gateway',
      'docs/.vitepress/cache',
      'docs/.vitepress/dist',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // namespaces hold the contract of one endpoint; see contracts/
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // compiled schemas and rows are read by name on purpose
      '@typescript-eslint/no-dynamic-delete': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // the data layer's word for a call without arguments
    files: ['admin/src/api/**'],
    rules: { '@typescript-eslint/no-invalid-void-type': 'off' },
  },
  {
    // types tell the truth: nothing in the product is talked into another type
    files: ['server/src/**', 'admin/src/**', 'contracts/**'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
);
