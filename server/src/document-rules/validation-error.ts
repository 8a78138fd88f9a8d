import { errors } from '@strapi/utils';
import type { Fault } from '../engine/faults';
import { describeFaults } from '../engine/faults';

/** The host's own form of a refused write, so that its admin shows each fault at its field. */
export const toValidationError = (sentence: string, faults: readonly Fault[]) =>
  new errors.ValidationError(`${sentence} ${describeFaults(faults)}`, {
    errors: faults.map(({ field, message }) => ({
      path: field === '' ? [] : field.split('.'),
      message,
      name: 'ValidationError',
    })),
  });
