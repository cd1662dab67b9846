// Lints the sandbox's page and that of a finished game. What is undefined or unused across modules, `tsc --checkJs` finds (tsconfig.json).
import js from "@eslint/js";

export default [
  { ignores: ["**/*.d.ts", "node_modules/", ".venv/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-undef": "off",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
