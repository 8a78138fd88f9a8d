import { createExecuteService } from './execute';
import { createLogsService } from './logs';
import { createProvidersService } from './providers';
import { createSettingsService } from './settings';
import { createToolsService } from './tools';

export const services = {
  execute: createExecuteService,
  logs: createLogsService,
  providers: createProvidersService,
  settings: createSettingsService,
  tools: createToolsService,
};

export type Services = { [Name in keyof typeof services]: ReturnType<(typeof services)[Name]> };
