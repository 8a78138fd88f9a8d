import { Sparkle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { actionId } from '../../contracts/permissions';
import { PLUGIN_ID } from '../../contracts/plugin-id';
import { PLUGIN_PATH, SECTIONS } from './sections';

/** Everything here is loaded with the panel itself; the pages, their texts included, only when they are opened. */
export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: 'AI Tools' });
    app.addMenuLink({
      to: PLUGIN_PATH,
      icon: Sparkle,
      // a name, the same in every language
      intlLabel: { id: `${PLUGIN_ID}.name`, defaultMessage: 'AI Tools' },
      permissions: SECTIONS.map(({ permission }) => ({ action: actionId(permission), subject: null })),
      Component: () => import('./pages/App/App').then(({ App }) => ({ default: App })),
    });
  },
};
