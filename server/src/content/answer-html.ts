const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * What Markdown would read as emphasis, code or a link, also within a paragraph of HTML: a rich text of the host is
 * Markdown, and an answer must not put links and pictures into it.
 */
const MARKDOWN = /[*`~\\]|\](?=[([])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/**
 * A model's answer as HTML that shows it as it is, whatever is in it. A line break becomes `<br>`: an empty line would
 * end the HTML where it stands in Markdown.
 */
export const htmlOfAnswer = (answer: string): string =>
  answer
    .trim()
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replace(MARKDOWN, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>');

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const characterOf = (digits: string, base: number): string => {
  const point = Number.parseInt(digits, base);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
};

/** What is left of HTML without its tags, for what shows text alone. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|blockquote|tr)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi,
      (_entity, hex, decimal, name) =>
        hex
          ? characterOf(hex, 16)
          : decimal
            ? characterOf(decimal, 10)
            : (NAMED[String(name).toLowerCase()] ?? ''),
    )
    .trim();
