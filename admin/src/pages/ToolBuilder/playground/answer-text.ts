/** JSON in lines; null when it is none, or only a word or a number. */
export const formatJson = (text: string): string | null => {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
};
