import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../contracts/plugin-id';

export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: 'AI Tools' });
  },
};
