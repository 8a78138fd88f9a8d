import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import type { SiteEvent } from '../../../contracts/events';

/** Tells the site's own code, on the host's event hub, what has happened. */
export const createEventsService = ({ strapi }: { strapi: Core.Strapi }) => {
  // those who listen must not land in the transaction of the run that they are told of: it does not wait for them
  const detached = new AsyncResource('ai-tools events');

  const emit = ({ name, payload }: SiteEvent): void => {
    // the host asks its listeners one after the other and waits for each: nobody else has to
    strapi.eventHub.emit(name, payload).catch((error: unknown) => {
      strapi.log.error(`[ai-tools] a listener of ${name} failed: ${String(error)}`);
    });
  };

  return {
    /** Returns at once: the listeners are called when the answers that are ready have left. */
    tell: (event: SiteEvent): void => {
      detached.runInAsyncScope(setImmediate, null, emit, event);
    },
  };
};
