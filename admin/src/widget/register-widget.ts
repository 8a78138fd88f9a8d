import { Sparkle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { actionId } from '../../../contracts/permissions';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import { pathTo } from '../sections';

const TITLE = `${PLUGIN_ID}.widget.title`;
const LINK = `${PLUGIN_ID}.widget.link`;

/** The host draws the widget's frame itself, before the plugin's texts are loaded. */
const ENGLISH: Record<string, string> = { [TITLE]: 'AI Tools in the last 7 days', [LINK]: 'Open analytics' };
const LANGUAGES: Partial<Record<string, Record<string, string>>> = {
  de: { [TITLE]: 'AI Tools in den letzten 7 Tagen', [LINK]: 'Auswertung öffnen' },
};

export const widgetTexts = (locale: string): Record<string, string> => LANGUAGES[locale] ?? ENGLISH;

/** Offers the plugin's widget for the host's home page to those who may read the analytics. */
export const registerWidget = (app: StrapiApp): void =>
  app.widgets.register({
    pluginId: PLUGIN_ID,
    id: 'usage',
    icon: Sparkle,
    title: { id: TITLE, defaultMessage: ENGLISH[TITLE] },
    link: {
      label: { id: LINK, defaultMessage: ENGLISH[LINK] },
      href: `${pathTo('analytics')}?range=7-days`,
    },
    permissions: [{ action: actionId('readAnalytics') }],
    component: () => import('./UsageWidget').then(({ UsageWidget }) => UsageWidget),
  });
