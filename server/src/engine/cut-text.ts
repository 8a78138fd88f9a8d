/**
 * The beginning of a text, so many bytes of UTF-8 long at most, and a mark that says how many bytes are missing.
 * `unseenBytes` of it have been left out already.
 */
export const cutText = (text: string, maxBytes: number, unseenBytes = 0): string => {
  const bytes = Buffer.from(text);
  const total = bytes.length + unseenBytes;
  if (total <= maxBytes && unseenBytes === 0) return text;
  let end = Math.min(maxBytes, bytes.length);
  // not in the middle of a character
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}… [${total - end} bytes cut]`;
};
