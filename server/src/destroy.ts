import type { Core } from '@strapi/types';
import { getService } from './services/get-service';

export const destroy = ({ strapi }: { strapi: Core.Strapi }): void => {
  getService(strapi, 'transport').close();
  getService(strapi, 'limits').close();
  getService(strapi, 'redis').close();
};
