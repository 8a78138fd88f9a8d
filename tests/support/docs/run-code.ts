import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY } from './pages';

/** As a site's build makes it, for Node. */
export const toScript = (source: string, fileName = 'block.ts'): string =>
  ts.transpileModule(source, {
    fileName,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      jsx: ts.JsxEmit.ReactJSX,
      allowJs: true,
    },
  }).outputText;

/** What a module exports. `names` are there in it besides what Node gives every module. */
export const runModule = (source: string, names: Record<string, unknown> = {}): unknown => {
  const module: { exports: unknown } = { exports: {} };
  const parameters = { module, exports: module.exports, require: REQUIRE, ...names };
  // the blocks are the repository's own, and are run here as a reader would run them
  new Function(...Object.keys(parameters), toScript(source))(...Object.values(parameters));
  return module.exports;
};

const REQUIRE = createRequire(path.join(REPOSITORY, 'package.json'));
