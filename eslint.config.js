import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["build/", "public/build/", "node_modules/", "data/", ".cache/"] },
  ...tseslint.configs.strict,
  { files: ["**/*.tsx"], ...jsxA11y.flatConfigs.strict },
  {
    files: ["**/*.tsx"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-invalid-void-type": "off",
      // A statement that nobody waits for is none of its transaction's, and fails where nobody looks.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/await-thenable": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-console": ["error", { allow: ["error"] }],
    },
  },
  // The cells of a table that becomes cards on a phone: written-out roles keep it a table for assistive technology.
  {
    files: ["app/components/shared/card-table.tsx"],
    rules: { "jsx-a11y/no-redundant-roles": "off", "jsx-a11y/no-interactive-element-to-noninteractive-role": "off" },
  },
  // Landed migrations are checksummed.
  { files: ["db/migrations/**"], rules: { "no-duplicate-imports": "off" } },
  { files: ["db/**", "tests/support/**", "tests/bench/**", "tools/**"], rules: { "no-console": "off" } },
);
