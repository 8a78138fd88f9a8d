import { download } from '../../../components/download';

/** Where the bytes of an export go. */
export interface ExportTarget {
  write(bytes: Uint8Array): Promise<void>;
  /** the file is whole */
  finish(): Promise<void>;
  /** the file is not whole, and is not to be kept */
  discard(): Promise<void>;
}

/** What is gathered in memory, where the browser cannot write to a file bit by bit. */
export const MOST_BYTES_IN_MEMORY = 512 * 1024 * 1024;

/** More than the browser can hold at once. */
export class TooLargeExport extends Error {}

interface SaveOptions {
  suggestedName: string;
}

interface SavedFile {
  createWritable(): Promise<WritableStream<Uint8Array>>;
}

type SavePicker = (options: SaveOptions) => Promise<SavedFile>;

/** Not in every browser, and not on pages that came unencrypted. */
const savePicker = (): SavePicker | null => {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker');
  if (typeof picker !== 'function') return null;
  return (options) => Promise.resolve(Reflect.apply(picker, window, [options]));
};

const openFile = async (pick: SavePicker, fileName: string): Promise<ExportTarget> => {
  const file = await pick({ suggestedName: fileName });
  const writer = (await file.createWritable()).getWriter();
  return {
    write: (bytes) => writer.write(bytes),
    finish: () => writer.close(),
    discard: () => writer.abort(),
  };
};

const openMemory = (fileName: string): ExportTarget => {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    write: async (bytes) => {
      size += bytes.byteLength;
      if (size > MOST_BYTES_IN_MEMORY) throw new TooLargeExport();
      parts.push(new Uint8Array(bytes));
    },
    finish: async () => download(fileName, new Blob(parts)),
    discard: async () => {
      parts = [];
    },
  };
};

/** Asks where to save, or gathers the file for a download where the browser cannot. Rejects when nothing was chosen. */
export const openExportTarget = async (fileName: string): Promise<ExportTarget> => {
  const pick = savePicker();
  return pick ? openFile(pick, fileName) : openMemory(fileName);
};
