import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { ErrorBody } from '../../../contracts/errors';
import { actionId } from '../../../contracts/permissions';
import { bulkError } from '../engine/bulk-error';
import type { BulkRunRow } from '../stores/bulk-rows';
import { findAdministrator } from './administrators';
import type { Administrator } from './administrators';
import { checkAssignment } from './bulk-order';
import type { Assignment, CheckedAssignment } from './bulk-order';
import type { WriteTarget } from './bulk-drafts';

/** How long a change of somebody's permissions may go unseen. */
const RIGHTS_MS = 5000;

/** Whoever a run goes on as, and what that person may do now. */
export interface Standing {
  administrator: Administrator;
  checked: CheckedAssignment;
}

/** Makes a function that tells, every few seconds anew, how a run stands; the error is why it cannot go on. */
export const createStanding = (strapi: Core.Strapi, run: BulkRunRow, assignment: Assignment) => {
  let known: { at: number; reading: Promise<Standing | { error: ErrorBody }> } | null = null;

  const read = async (): Promise<Standing | { error: ErrorBody }> => {
    const administrator = await findAdministrator(strapi, run.actor);
    if (!administrator) {
      return {
        error: bulkError('The administrator of this run is gone or blocked: somebody else has to resume it.'),
      };
    }
    if (!administrator.ability.can(actionId('runInBulk'))) {
      return {
        error: bulkError('The administrator of this run may no longer run tools over many entries.'),
      };
    }
    try {
      return { administrator, checked: await checkAssignment(strapi, assignment, administrator) };
    } catch (error) {
      if (error instanceof errors.ApplicationError) return { error: bulkError(error.message) };
      throw error;
    }
  };

  return (): Promise<Standing | { error: ErrorBody }> => {
    const now = Date.now();
    if (!known || now - known.at > RIGHTS_MS) known = { at: now, reading: read() };
    return known.reading;
  };
};

export const targetOf = (run: BulkRunRow, { administrator, checked }: Standing): WriteTarget => ({
  run,
  type: checked.type,
  locale: checked.assignment.locale,
  path: run.target,
  editor: administrator.id,
});
