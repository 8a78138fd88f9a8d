import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const REPOSITORY = path.resolve(__dirname, '..');

/** A new site in a folder of its own, from folders of files; what a later one has takes the place of the earlier one's. */
export const createSiteFolder = (
  name: string,
  templates: { from: string; to?: string }[],
  onUndo: (undo: () => Promise<void>) => void,
): string => {
  const folder = mkdtempSync(path.join(tmpdir(), `ai-tools-${name}-`));
  onUndo(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const { from, to = '.' } of templates) {
    cpSync(path.join(__dirname, from), path.join(folder, to), { recursive: true });
  }
  mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
  writeFileSync(path.join(folder, 'favicon.png'), '');
  const manifest = {
    name: `${name}-site`,
    version: '0.0.0',
    dependencies: { '@strapi/strapi': '*', '@strapi/plugin-users-permissions': '*' },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
};
