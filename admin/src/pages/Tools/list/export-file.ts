import { download } from '../../../components/download';

/** The name of an exported file: of one tool its slug is in it, and the day always. */
export const exportFileName = (slugs: readonly string[], now: Date): string => {
  const pad = (part: number): string => String(part).padStart(2, '0');
  const day = [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');
  const [only] = slugs.length === 1 ? slugs : [];
  return only === undefined ? `ai-tools-${day}.json` : `ai-tools-${only}-${day}.json`;
};

/** What is exported, as a file that people can read. */
export const downloadJson = (fileName: string, content: unknown): void =>
  download(fileName, new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }));
