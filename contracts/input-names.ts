/** An input's name has to be one that a template can print. */
const INPUT_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

// the first eight are words that Liquid reads as values, so that an input of this name could never be printed
export const FORBIDDEN_INPUT_NAMES: readonly string[] = [
  ...['true', 'false', 'nil', 'null', 'empty', 'blank', 'forloop', 'tablerowloop'],
  ...['__proto__', 'constructor', 'prototype'],
];

/** Whether an input may be called this. */
export const isInputName = (name: string): boolean =>
  INPUT_NAME.test(name) && !FORBIDDEN_INPUT_NAMES.includes(name);
