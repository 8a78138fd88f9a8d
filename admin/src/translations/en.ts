import analytics from './en/analytics.json';
import bulkRuns from './en/bulk-runs.json';
import fieldAction from './en/field-action.json';
import firstSteps from './en/first-steps.json';
import form from './en/form.json';
import gallery from './en/gallery.json';
import logs from './en/logs.json';
import menu from './en/menu.json';
import playground from './en/playground.json';
import promptEditor from './en/prompt-editor.json';
import providers from './en/providers.json';
import settings from './en/settings.json';
import summaryBlock from './en/summary-block.json';
import toolBuilder from './en/tool-builder.json';
import toolInputs from './en/tool-inputs.json';
import tools from './en/tools.json';
import usage from './en/usage.json';
import useIt from './en/use-it.json';

export const en = {
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
