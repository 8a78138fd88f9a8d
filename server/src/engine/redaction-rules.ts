import { RE2JS } from 're2js';
import { PERSONAL_DATA } from './personal-data';
import type { PersonalData } from './personal-data';

/** What a site wants taken out of its log, besides secrets. A function is given a text, and returns what may stay. */
export type RedactionRule = PersonalData | RegExp | ((text: string) => string);

export type Redact = (text: string) => string;

const FLAGS: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Visitors choose the text, so an expression must not be able to take exponential time. Null for one that needs
 * backtracking, such as one that looks ahead.
 */
export const toLinear = ({ source, flags }: RegExp): RE2JS | null => {
  try {
    return RE2JS.compile(
      RE2JS.translateRegExp(source),
      [...flags].reduce((all, flag) => all | (FLAGS[flag] ?? 0), 0),
    );
  } catch {
    return null;
  }
};

const FAILED = '[redaction failed]';

const compile = (rule: RedactionRule, onFailure: (error: unknown) => void): Redact => {
  if (typeof rule === 'string') return PERSONAL_DATA[rule];
  if (rule instanceof RegExp) {
    const expression = toLinear(rule);
    if (!expression) throw new Error(`${String(rule)} cannot be run in linear time`);
    return (text) => expression.matcher(text).replaceAll('[redacted]');
  }
  return (text) => {
    try {
      const rest: unknown = rule(text);
      if (typeof rest === 'string') return rest;
      throw new TypeError('it returned no text');
    } catch (error) {
      // what it was to take out must not stay because it failed
      onFailure(error);
      return FAILED;
    }
  };
};

/** One function of all rules, which are applied in their order. */
export const compileRedaction = (
  rules: readonly RedactionRule[],
  onFailure: (error: unknown) => void,
): Redact => {
  const steps = rules.map((rule) => compile(rule, onFailure));
  return (text) => steps.reduce((rest, step) => step(rest), text);
};
