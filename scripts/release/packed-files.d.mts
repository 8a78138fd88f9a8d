type Entry = Record<'import' | 'require', string>;

export interface PackedFileFaults {
  missing: string[];
  unwanted: string[];
}

export declare const comparePackedFiles: (
  files: string[],
  manifest: { exports: Record<'./strapi-server' | './strapi-admin', Entry> },
) => PackedFileFaults;
