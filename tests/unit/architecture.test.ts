import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PROVIDER_KINDS } from '../../server/src/providers/registry';

const ROOT = path.resolve(__dirname, '../..');

/** Every import of every source file below a folder, as [file, imported]. */
const importsBelow = (folder: string): [string, string][] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(ROOT, folder, file), 'utf8');
      const imported = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
      return imported.map((name): [string, string] => [
        path.join(folder, file),
        name.startsWith('.') ? path.join(folder, path.dirname(file), name) : name,
      ]);
    });

const HOST = /^(@strapi|koa)/;
const STRAPI_FACING =
  /server\/src\/(services|controllers|stores|routes|auth|middlewares|document-rules|content)\b/;

test.each(['server/src/engine', 'server/src/providers'])(
  '%s knows neither the host nor what faces it',
  (folder) => {
    const imports = importsBelow(folder);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter(([, imported]) => HOST.test(imported) || STRAPI_FACING.test(imported))).toEqual([]);
  },
);

test('providers do not know the engine that drives them', () => {
  const upwards = importsBelow('server/src/providers').filter(([, imported]) =>
    /server\/src\/engine/.test(imported),
  );
  expect(upwards).toEqual([]);
});

test('only the transport opens a connection', () => {
  const opening = importsBelow('server/src').filter(([, imported]) =>
    /^(axios|node:(http|https|net|tls))$/.test(imported),
  );
  expect(new Set(opening.map(([file]) => file))).toEqual(new Set(['server/src/providers/transport.ts']));
});

test('nothing but the registry names an adapter', () => {
  const adapters = PROVIDER_KINDS.map((kind) => `server/src/providers/${kind}`);
  const naming = importsBelow('server/src').filter(([, imported]) => adapters.includes(imported));
  expect(new Set(naming.map(([file]) => file))).toEqual(new Set(['server/src/providers/registry.ts']));
});

test('contracts import nothing but each other', () => {
  expect(importsBelow('contracts').filter(([, imported]) => !imported.startsWith('contracts/'))).toEqual([]);
});
