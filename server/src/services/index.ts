import { createConnectionsService } from './connections';
import { createExecuteService } from './execute';
import { createLogsService } from './logs';
import { createProviderSettingsService } from './provider-settings';
import { createProvidersService } from './providers';
import { createSettingsService } from './settings';
import { createToolsService } from './tools';
import { createTransportService } from './transport';

export const services = {
  connections: createConnectionsService,
  execute: createExecuteService,
  logs: createLogsService,
  'provider-settings': createProviderSettingsService,
  providers: createProvidersService,
  settings: createSettingsService,
  tools: createToolsService,
  transport: createTransportService,
};

export type Services = { [Name in keyof typeof services]: ReturnType<(typeof services)[Name]> };
