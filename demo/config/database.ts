import path from 'node:path';
import type { Core } from '@strapi/strapi';

const database = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => ({
  connection: {
    client: 'sqlite',
    connection: { filename: path.resolve(env('DATABASE_FILENAME', '.tmp/data.db')) },
    useNullAsDefault: true,
  },
});

export default database;
