import slugify from '@sindresorhus/slugify';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_LENGTH = 100;

export const isSlug = (text: string): boolean => text.length <= MAX_LENGTH && SLUG.test(text);

/** `Content Summarizer` → `content-summarizer`; `tool` for a name without a letter that can be transliterated. */
export const slugFromName = (name: string): string => {
  const slug = slugify(name, { decamelize: false }).slice(0, MAX_LENGTH).replace(/-+$/, '');
  return slug || 'tool';
};

/** `slug`, or `slug-2`, `slug-3` … with the first number that `isTaken` does not know. */
export const freeSlug = async (
  slug: string,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = slug.slice(0, MAX_LENGTH - suffix.length).replace(/-+$/, '') + suffix;
    if (!(await isTaken(candidate))) return candidate;
  }
};
