/** Recognises personal data in what people type. Made for taking it out: rather a number too many than one too few. */

// begins where a word does, so that a long word is looked at once and not from each of its letters on
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

const CARD_CANDIDATE = /(?<![\d-])\d(?:[ -]?\d){12,}(?!\d)/g;
const CARD_DIGITS = { least: 13, most: 19 };

const PHONE_CANDIDATE = /(?<![\p{L}\p{N}+])(?:\+|\(\+?)?\d(?:[ ()./-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu;
const DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|^\d{4}-\d{2}-\d{2}/;
const NORTH_AMERICAN = /^(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}$/;

/** The check digit that all card numbers end with (ISO/IEC 7812). */
const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
};

/** How many of the groups of digits, from `first` on, are a card number together; 0 when none are. */
const countCardGroups = (groups: readonly string[], first: number): number => {
  let digits = '';
  let found = 0;
  for (let at = first; at < groups.length; at += 1) {
    digits += groups[at] ?? '';
    if (digits.length > CARD_DIGITS.most) break;
    if (digits.length >= CARD_DIGITS.least && passesLuhn(digits)) found = at - first + 1;
  }
  return found;
};

/** Other numbers may stand before and after one: it is looked for from every group on. */
const redactCards = (candidate: string): string => {
  const parts = candidate.split(/([ -])/);
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
  NORTH_AMERICAN.test(candidate) ||
  (/^[+(0]/.test(candidate) && !/^0\.\d+$/.test(candidate) && !DATE.test(candidate));

/** Takes one kind of personal data out of a text. */
export const PERSONAL_DATA = {
  email: (text: string) => text.replace(EMAIL, '[email]'),
  phone: (text: string) =>
    text.replace(PHONE_CANDIDATE, (candidate) => (isPhone(candidate) ? '[phone]' : candidate)),
  card: (text: string) => text.replace(CARD_CANDIDATE, redactCards),
} satisfies Record<string, (text: string) => string>;

export type PersonalData = keyof typeof PERSONAL_DATA;
