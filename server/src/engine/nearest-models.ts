import { distance } from 'fastest-levenshtein';

const MAX_NEAREST = 3;

// a list is somebody else's text: what is longer is no name, and would fill the page
const LONGEST_NAME = 200;

// owners and tags are what people leave out
const coreOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/:[^:]*$/, '');

const distanceOf = (wanted: string, name: string): number => {
  const isPart = name.includes(wanted) || wanted.includes(name);
  return isPart ? Math.abs(name.length - wanted.length) / 100 : distance(wanted, name);
};

/** Up to three of `known`, the likeliest to have been meant first. */
export const nearestModels = (wanted: string, known: readonly string[]): string[] =>
  [...new Set(known)]
    .filter((name) => name !== wanted && name.length <= LONGEST_NAME)
    .map((name) => ({ name, farness: distanceOf(coreOf(wanted), coreOf(name)) }))
    .sort((one, other) => one.farness - other.farness)
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
