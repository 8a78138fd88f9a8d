import { errors } from '@strapi/utils';
import type { Fault } from '../engine/faults';
import { describeFaults } from '../engine/faults';

/** The host's own form of a refused write, so that its admin shows each fault at its field. */
export const toValidationError = (what: 'tool' | 'provider', faults: readonly Fault[]) =>
  new errors.ValidationError(`The ${what} cannot be saved. ${describeFaults(faults)}`, {
    errors: faults.map(({ field, message }) => ({
      path: field.split('.'),
      message,
      name: 'ValidationError',
    })),
  });
