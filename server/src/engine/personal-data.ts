/** Recognises personal data in what people type. Made for taking it out: rather a number too many than one too few. */

// begins where a word does, so that a long word is looked at once and not from each of its letters on
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

// a dot only where a group ends: fractions have one, too
const CARD_CANDIDATE = /(?<![\d-])\d(?:(?:[ -]{0,2}|(?<=\d{4})\.)\d){12,}(?!\d)/g;
const CARD_SEPARATOR = /([ -]{1,2}|\.)/;
const CARD_DIGITS = { least: 13, most: 19 };

const PHONE_CANDIDATE = /(?:\+|\(\+?)?\d(?:[ ()./-]{0,2}\d){6,14}(?![\p{L}\p{N}])/u;
// one that goes on is none: in many countries a phone number is written as pairs of digits
const DATE =
  /(?:\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d{2}|\d{2}(?![./-]\d))|(?:19|20)\d{2}-\d{2}-\d{2})(?!\d)/u;
// dates are passed over by themselves, so that a number behind one is seen
const DATE_OR_PHONE = new RegExp(`(?<![\\p{L}\\p{N}+])(?:(${DATE.source})|${PHONE_CANDIDATE.source})`, 'gu');
const NORTH_AMERICAN = /^(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}$/;

const ZERO = '0'.charCodeAt(0);

/** A digit's part in the sum of which the check digit is made. */
const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/**
 * How many of the groups of digits, from `first` on, are a card number together, by the check digit that all of them end
 * with (ISO/IEC 7812); 0 when none are. Every second digit is doubled, counted from the end, which may be anywhere:
 * so both sums are kept.
 */
const countCardGroups = (groups: readonly string[], first: number): number => {
  let count = 0;
  let lastDoubled = 0;
  let lastPlain = 0;
  let found = 0;
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at] ?? '';
    count += group.length;
    if (count > CARD_DIGITS.most) break;
    for (let index = 0; index < group.length; index += 1) {
      const digit = group.charCodeAt(index) - ZERO;
      const before = lastDoubled;
      lastDoubled = lastPlain + doubled(digit);
      lastPlain = before + digit;
    }
    if (count >= CARD_DIGITS.least && lastPlain % 10 === 0) found = at - first + 1;
  }
  return found;
};

/** Other numbers may stand before and after one: it is looked for from every group on. */
const redactCards = (candidate: string): string => {
  const parts = candidate.split(CARD_SEPARATOR);
  const groups = parts.filter((_part, index) => index % 2 === 0);
  const separators = parts.filter((_part, index) => index % 2 === 1);
  let rest = '';
  for (let at = 0; at < groups.length;) {
    const count = countCardGroups(groups, at);
    rest += count > 0 ? '[card]' : (groups[at] ?? '');
    at += Math.max(count, 1);
    rest += separators[at - 1] ?? '';
  }
  return rest;
};

const isPhone = (candidate: string): boolean =>
  NORTH_AMERICAN.test(candidate) || (/^[+(0]/.test(candidate) && !/^0\.\d+$/.test(candidate));

/** Takes one kind of personal data out of a text. */
export const PERSONAL_DATA = {
  email: (text: string) => text.replace(EMAIL, '[email]'),
  phone: (text: string) =>
    text.replace(DATE_OR_PHONE, (candidate, date: string | undefined) =>
      date === undefined && isPhone(candidate) ? '[phone]' : candidate,
    ),
  card: (text: string) => text.replace(CARD_CANDIDATE, redactCards),
} satisfies Record<string, (text: string) => string>;

export type PersonalData = keyof typeof PERSONAL_DATA;
