/** So that spreadsheets read the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Hands a table to the browser as a download. */
export const downloadCsv = (fileName: string, csv: string): void => {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
};
