import { download } from '../../../components/download';

/** So that spreadsheets read the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Hands a table to the browser as a download. */
export const downloadCsv = (fileName: string, csv: string): void =>
  download(fileName, new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv' }));
