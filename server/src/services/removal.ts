import type { Core } from '@strapi/types';
import { TOOL_UID } from '../../../contracts/plugin-id';
import { faultCode } from '../stores/database-faults';
import { keepTables } from '../stores/keep-tables';

/** A site may start without the plugin for a while, by design or by mistake, and must find everything when it is back. */
export const createRemovalService = ({ strapi }: { strapi: Core.Strapi }) => {
  let wasAway = false;

  return {
    /** `before` are the content types of the start before this one, as the host remembers them. */
    compare: (before: unknown): void => {
      wasAway = typeof before === 'object' && before !== null && !Object.hasOwn(before, TOOL_UID);
    },

    /** Sees to it that the tables outlast the next start without the plugin. Never throws: a site starts all the same. */
    outlast: async (): Promise<void> => {
      try {
        const wereKept = await keepTables(strapi);
        if (!wereKept || !wasAway) return;
        // not given again by us: what a role or a token may do is for people to decide, also what they may do again
        strapi.log.warn(
          '[ai-tools] the plugin is back with all its data. Without it, Strapi has taken its permissions from all roles and tokens: give them again where they are needed.',
        );
      } catch (error) {
        strapi.log.warn(
          `[ai-tools] the plugin's tables cannot be protected (${faultCode(error)}): the host drops them when the site starts without the plugin`,
        );
      }
    },
  };
};
