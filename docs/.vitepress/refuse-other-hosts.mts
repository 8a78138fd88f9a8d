import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What a browser fetches by itself, as soon as it shows a page. */
const FETCHES = [
  /<(?:script|img|iframe|source|video)\b[^>]*\ssrc="(?:https?:)?\/\/[^"]+"/g,
  /<link\b[^>]*\shref="(?:https?:)?\/\/[^"]+"/g,
  /(?:url\(|@import )\s*["']?(?:https?:)?\/\/[^"')]+/g,
];

/** Fails the build when a page would fetch anything from another host: whoever reads is nobody else's business. */
export const refuseOtherHosts = (folder: string): void => {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|css)$/.test(entry.name))
    .flatMap((entry) => {
      const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
      return FETCHES.flatMap((fetches) => text.match(fetches) ?? []).map((what) => `${entry.name}: ${what}`);
    });
  if (found.length > 0) throw new Error(`fetched from another host:\n${found.join('\n')}`);
};
