import type { Core } from '@strapi/strapi';

/** Who may enter the demo; the passwords are made up on its first start. Read by the seed and shown on the screen. */
const logins = ({ env }: Core.Config.Shared.ConfigParams) => ({
  administrator: { email: 'admin@example.com', password: env('DEMO_ADMIN_PASSWORD') },
  apiUser: { username: 'api-user', email: 'api-user@example.com', password: env('DEMO_API_PASSWORD') },
});

export type Logins = ReturnType<typeof logins>;

export default logins;
