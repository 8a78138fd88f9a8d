import analytics from './de/analytics.json';
import bulkRuns from './de/bulk-runs.json';
import fieldAction from './de/field-action.json';
import firstSteps from './de/first-steps.json';
import form from './de/form.json';
import gallery from './de/gallery.json';
import logs from './de/logs.json';
import menu from './de/menu.json';
import playground from './de/playground.json';
import promptEditor from './de/prompt-editor.json';
import providers from './de/providers.json';
import settings from './de/settings.json';
import summaryBlock from './de/summary-block.json';
import toolBuilder from './de/tool-builder.json';
import toolInputs from './de/tool-inputs.json';
import tools from './de/tools.json';
import usage from './de/usage.json';
import useIt from './de/use-it.json';

export const de = {
  ...analytics,
  ...bulkRuns,
  ...fieldAction,
  ...firstSteps,
  ...form,
  ...gallery,
  ...logs,
  ...menu,
  ...playground,
  ...promptEditor,
  ...providers,
  ...settings,
  ...summaryBlock,
  ...toolBuilder,
  ...toolInputs,
  ...tools,
  ...usage,
  ...useIt,
};
