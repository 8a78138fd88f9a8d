import log from './log/schema.json';
import provider from './provider/schema.json';
import tool from './tool/schema.json';

export const contentTypes = {
  tool: { schema: tool },
  provider: { schema: provider },
  log: { schema: log },
};
