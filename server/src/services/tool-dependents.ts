import type { Core } from '@strapi/types';
import { PLAYGROUND_SOURCE } from '../../../contracts/logs';
import { LOG_UID } from '../../../contracts/plugin-id';
import type { FindToolDependents } from '../../../contracts/tool-admin';
import { readRecentCallers } from '../stores/recent-callers';
import type { Ability } from './administrators';
import { getService } from './get-service';

const THIRTY_DAYS_MS = 30 * 24 * 3600 * 1000;

/** What hangs on a tool. */
export const createToolDependentsService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * What deleting the tool would break, as far as anybody can know; who called it by name only for who may know that, and
   * of the content what this person may read.
   */
  find: async (
    id: string,
    { withNames, ability }: { withNames: boolean; ability: Ability },
  ): Promise<FindToolDependents.Response['data']> => {
    const { updatedAt, fields } = await getService(strapi, 'tool-directory').mustFind(id);
    const { slug } = fields;
    const inCode = await getService(strapi, 'tools').listFromCode();
    const budgets = await getService(strapi, 'budgets').status();
    const own = budgets.find((budget) => budget.tool === slug);
    return {
      slug,
      stays_answered: updatedAt !== null && inCode.some((tool) => tool.slug === slug),
      budget: own
        ? {
            month: own.month,
            spent_usd: own.spent_usd,
            reserved_usd: own.reserved_usd,
            budget_usd: own.budget_usd,
          }
        : null,
      callers: await readRecentCallers(
        strapi.db.getConnection(strapi.db.metadata.get(LOG_UID).tableName),
        slug,
        { since: new Date(Date.now() - THIRTY_DAYS_MS), without: PLAYGROUND_SOURCE, withNames },
      ),
      content: await getService(strapi, 'content-mentions').find(slug, ability),
    };
  },
});
