import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../../../contracts/plugin-id';
import { BulkRunsEntry } from './BulkRunsEntry';
import { LABEL, NO_FIELD, NO_TOOLS, RunInBulk } from './RunInBulk';

/** The host draws the action itself, before the plugin's texts are loaded. */
const ENGLISH: Record<string, string> = {
  [LABEL]: 'Run an AI tool',
  [NO_FIELD]:
    'Your role may not change any text of these entries, so there is nothing that a tool could write to.',
  [NO_TOOLS]:
    'Your role may run tools over many entries, but not see which there are: it also needs “Run tools while editing an entry, at the expense of the site”.',
};
const LANGUAGES: Partial<Record<string, Record<string, string>>> = {
  de: {
    [LABEL]: 'KI-Werkzeug ausführen',
    [NO_FIELD]:
      'Ihre Rolle darf keinen Text dieser Einträge ändern; ein Werkzeug könnte also nirgends hinschreiben.',
    [NO_TOOLS]:
      'Ihre Rolle darf Werkzeuge über viele Einträge laufen lassen, aber nicht sehen, welche es gibt: Dafür braucht sie auch „Run tools while editing an entry, at the expense of the site“.',
  },
};

export const bulkTexts = (locale: string): Record<string, string> => LANGUAGES[locale] ?? ENGLISH;

type Action = typeof RunInBulk & { type?: string };

interface ContentManager {
  addBulkAction(change: (actions: Action[]) => Action[]): void;
}

const isContentManager = (apis: object): apis is ContentManager =>
  'addBulkAction' in apis && typeof apis.addBulkAction === 'function';

/** Offers tools for the selected entries of the host's lists, and says there which runs there are. */
export const registerBulk = (app: Pick<StrapiApp, 'getPlugin'>): void => {
  const contentManager = app.getPlugin('content-manager');
  if (!contentManager || !isContentManager(contentManager.apis)) return;
  contentManager.apis.addBulkAction((actions) => {
    // what deletes comes last
    const place = actions.findIndex(({ type }) => type === 'delete');
    return place < 0 ? [...actions, RunInBulk] : actions.toSpliced(place, 0, RunInBulk);
  });
  contentManager.injectComponent('listView', 'actions', {
    name: `${PLUGIN_ID}-bulk-runs`,
    Component: BulkRunsEntry,
  });
};
