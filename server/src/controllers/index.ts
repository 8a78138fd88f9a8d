import { createExecuteController } from './execute';
import { createToolsController } from './tools';

export const controllers = {
  execute: createExecuteController,
  tools: createToolsController,
};
