import type { Core } from '@strapi/strapi';

const admin = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: { secret: env('ADMIN_JWT_SECRET') },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
  // the plugin encrypts the provider keys that are typed into its settings with this one
  secrets: { encryptionKey: env('ENCRYPTION_KEY') },
  autoOpen: false,
});

export default admin;
