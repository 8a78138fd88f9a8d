import { Sparkle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { actionId } from '../../contracts/permissions';
import { PLUGIN_ID } from '../../contracts/plugin-id';
import { summaryBlockTexts } from './content/block/block-label';
import { registerSummaryBlock } from './content/block/register-summary-block';
import { bulkTexts, registerBulk } from './content/bulk/register-bulk';
import { registerFieldAction } from './content/field-action/register-field-action';
import { unloadedTexts } from './content/unloaded-label';
import { PLUGIN_PATH, SECTIONS } from './sections';
import { registerWidget, widgetTexts } from './widget/register-widget';

const NAME_KEY = `${PLUGIN_ID}.name`;
/** A name, the same in every language. */
const NAME = 'AI Tools';

/** Everything here is loaded with the panel itself; the pages, their texts included, only when they are opened. */
export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: NAME });
    app.addMenuLink({
      to: PLUGIN_PATH,
      icon: Sparkle,
      intlLabel: { id: NAME_KEY, defaultMessage: NAME },
      permissions: SECTIONS.map(({ permission }) => ({ action: actionId(permission), subject: null })),
      Component: () => import('./pages/App/App').then(({ App }) => ({ default: App })),
    });
    registerWidget(app);
  },
  bootstrap(app: Pick<StrapiApp, 'getPlugin'>): void {
    registerBulk(app);
    registerSummaryBlock(app);
    registerFieldAction(app);
  },
  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.resolve(
      locales.map((locale) => ({
        locale,
        data: {
          [NAME_KEY]: NAME,
          ...widgetTexts(locale),
          ...bulkTexts(locale),
          ...summaryBlockTexts(locale),
          ...unloadedTexts(locale),
        },
      })),
    ),
};
