import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type { EditableSettings } from '../../../contracts/settings';
import { readChosen, readConfigured, settleSettings } from '../engine/site-settings';
import type { Chosen } from '../engine/site-settings';
import { faultCode } from '../stores/database-faults';
import { onceAMinute } from '../stores/once-a-minute';
import { getService } from './get-service';

/** How long a change made by another instance may go unseen. */
const MAX_AGE_MS = 5000;

/**
 * What holds for the whole site right now: what config/plugins sets, else what was chosen in the panel, else the default.
 * Kept in memory, for those who ask at every run.
 */
export const createSettingsInForceService = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = strapi.store({ type: 'plugin', name: PLUGIN_ID, key: 'settings' });
  const configured = readConfigured(strapi.config.get(`plugin::${PLUGIN_ID}`));
  let chosen: Chosen = {};
  let inForce = settleSettings(chosen, configured);
  let readAt: number | null = null;
  let reading: Promise<void> | null = null;
  // counts what was begun: a reading that was overtaken must not undo what came after it
  let edition = 0;
  let complaint = '';

  const warn = (message: string) => strapi.log.warn(`[ai-tools] ${message}`);
  const onFailure = onceAMinute((error: unknown) => {
    warn(`the site's settings cannot be read, and stay as they were until they can (${faultCode(error)})`);
  });

  const complainOf = (broken: readonly string[]): void => {
    const before = complaint;
    complaint = broken.join(', ');
    if (complaint === '' || complaint === before) return;
    warn(
      `of the site's stored settings, these cannot be read and are as if nobody had set them: ${complaint}`,
    );
  };

  const apply = (next: Chosen): void => {
    const before = inForce;
    chosen = next;
    inForce = settleSettings(chosen, configured);
    if (inForce.cache.max_bytes !== before.cache.max_bytes) {
      getService(strapi, 'results').resize(inForce.cache.max_bytes);
    }
  };

  /** Tells whether it came to an end before another one began. */
  const read = async (): Promise<boolean> => {
    const startedAt = Date.now();
    const mine = (edition += 1);
    try {
      const stored = readChosen(await store.get());
      if (mine !== edition) return false;
      complainOf(stored.broken);
      apply(stored.chosen);
    } catch (error) {
      if (mine !== edition) return false;
      // a site whose settings were never read does not know what it may spend
      if (readAt === null) throw error;
      onFailure(error);
    }
    readAt = startedAt;
    return true;
  };

  const readAgain = (): Promise<void> => {
    const begun: Promise<void> = read()
      .then((isNewest) => {
        if (isNewest) return undefined;
        // who waits for this one waits for the one that overtook it
        if (reading !== null && reading !== begun) return reading;
        return readAt === null ? readAgain() : undefined;
      })
      .finally(() => {
        if (reading === begun) reading = null;
      });
    reading = begun;
    return begun;
  };

  const change = async (decide: (stored: Chosen) => Chosen): Promise<void> => {
    const next = decide(readChosen(await store.get()).chosen);
    await store.set({ value: next });
    edition += 1;
    apply(next);
    readAt = Date.now();
    await getService(strapi, 'changes').announce({ what: 'settings' });
  };
  let lastChange: Promise<void> = Promise.resolve();

  return {
    /** Asks nobody, and may be seconds old after a change by another instance; see `upToDate`. */
    current: (): EditableSettings => inForce,

    /**
     * To be waited for at the beginning of a run: null when there is nothing to wait for, which is nearly always. Inside a
     * transaction there is not either: its connection may be what the reading of another run waits for.
     */
    upToDate: (): Promise<void> | null => {
      if (readAt === null) return reading ?? readAgain();
      if (Date.now() - readAt < MAX_AGE_MS || strapi.db.inTransaction()) return null;
      return reading ?? readAgain();
    },

    configured: () => configured,

    /** What is stored, as it is in the database right now; rejects while that cannot be told. */
    readChosen: async (): Promise<Chosen> => {
      await readAgain();
      return readChosen(await store.get()).chosen;
    },

    /**
     * Stores what `decide` makes of what is stored, which holds at once. One change of this process waits for the other,
     * so that none is made of what is no longer there; two processes may still change at the same moment.
     */
    change: (decide: (stored: Chosen) => Chosen): Promise<void> => {
      // inside a transaction there may be no other connection for the one to be waited for
      const mine = strapi.db.inTransaction() ? change(decide) : lastChange.then(() => change(decide));
      lastChange = mine.catch(() => {
        // whoever asked for it is told
      });
      return mine;
    },

    /** Reads again what another instance has changed. */
    forget: (): void => {
      readAgain().catch(() => {
        // whoever runs a tool next reads them, and is told
      });
    },
  };
};
