import { errors } from '@strapi/utils';
import type { Fault } from '../engine/faults';
import { describeFaults } from '../engine/faults';

/** Nobody reads more, and who sends ten thousand faults is not to be answered with ten megabytes. */
const MOST_TOLD = 100;

/** The host's own form of a refused write, so that its admin shows each fault at its field. */
export const toValidationError = (sentence: string, faults: readonly Fault[]) => {
  const told = faults.slice(0, MOST_TOLD);
  const rest = faults.length > told.length ? ` And ${faults.length - told.length} more.` : '';
  const message = [sentence, describeFaults(told)].filter((part) => part !== '').join(' ');
  return new errors.ValidationError(`${message}${rest}`, {
    errors: told.map(({ field, message }) => ({
      path: field === '' ? [] : field.split('.'),
      message,
      name: 'ValidationError',
    })),
  });
};
