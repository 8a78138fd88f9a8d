import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY, placeOf } from './pages';
import type { Fence } from './pages';
import { filePathOf } from './runners';
import type { Runner } from './runners';

/** Where the files are said to be: in no folder that is there, and where the packages are found. */
const FOLDER = path.join(REPOSITORY, '.docs-snippets');

/** What code that runs in a site may take for granted. */
const SURROUNDINGS = `import type { Core } from '@strapi/strapi';
declare const strapi: Core.Strapi; declare const article: any; declare const content: string;
export const run = async () => {
`;

/** Code that stands in no file as a whole one, and by how many lines it is further down there. */
export const wrap = ({ code }: Fence, runner: Runner): { source: string; offset: number } => {
  if (runner === 'config') return { source: `export default {\n${code}\n};\n`, offset: 1 };
  if (runner === 'in-process') return { source: `${SURROUNDINGS}${code}\n};\n`, offset: 3 };
  return { source: code, offset: 0 };
};

/** As in the starter of a site with TypeScript. */
const readOptions = (): ts.CompilerOptions => {
  const file = require.resolve('@strapi/typescript-utils/tsconfigs/server.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, (name) => ts.sys.readFile(name)).config,
    ts.sys,
    path.dirname(file),
  );
  return {
    ...options,
    incremental: false,
    tsBuildInfoFile: undefined,
    noEmit: true,
    jsx: ts.JsxEmit.ReactJSX,
    types: ['node'],
    typeRoots: [path.join(REPOSITORY, 'node_modules/@types')],
  };
};

/** What the compiler of a site finds wrong with blocks of TypeScript, all of them in one go, each with its place. */
export const findTypeFaults = (blocks: readonly { fence: Fence; runner: Runner }[]): string[] => {
  const sources = new Map<string, { fence: Fence; source: string; offset: number }>();
  blocks.forEach(({ fence, runner }, index) => {
    const wanted = filePathOf(fence) ?? `src/block-${index}.${fence.language}`;
    const file = path.join(FOLDER, wanted);
    // another page's file of the same name is a neighbour, so that both find what they import
    const { dir, name, ext } = path.parse(file);
    const free = sources.has(file) ? path.join(dir, `${name}~${index}${ext}`) : file;
    sources.set(free, { fence, ...wrap(fence, runner) });
  });

  const options = readOptions();
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (name) => sources.has(path.normalize(name)) || fileExists.call(host, name);
  host.directoryExists = (name) => name.startsWith(FOLDER) || (directoryExists?.call(host, name) ?? true);
  host.readFile = (name) => sources.get(path.normalize(name))?.source ?? readFile.call(host, name);
  host.getSourceFile = (name, language, ...rest) => {
    const block = sources.get(path.normalize(name));
    if (!block) return getSourceFile.call(host, name, language, ...rest);
    return ts.createSourceFile(name, block.source, language);
  };

  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources].flatMap(([name, { fence, offset }]) => {
    const file = program.getSourceFile(name);
    if (!file) return [`${placeOf(fence)}: is not compiled`];
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) => {
        const { line } = file.getLineAndCharacterOfPosition(start);
        const place = placeOf({ ...fence, line: fence.line + line - offset });
        return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  });
};
