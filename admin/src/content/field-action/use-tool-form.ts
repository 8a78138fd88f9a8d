import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { ContentMapping, ContentTool, FindMappings } from '../../../../contracts/content';
import { inputsOf, readPath } from '../../../../contracts/content-fields';
import { useSaveMappingMutation } from '../../api/content-runs';
import { useText } from '../../components/Texts';
import { isWritableField } from './form-fields';
import type { PlannedInsert } from './InsertPart';
import { isSameValue, likelyMode, planInsertion, withAnswer } from './insertion';
import type { InsertMode } from './insertion';
import { readChoice } from './tool-choice';
import type { ToolChoice } from './tool-choice';
import type { ToolDialogProps } from './ToolDialog';
import { unfillableInputs } from './tool-inputs';

export interface ToolFormProps extends ToolDialogProps {
  tools: readonly ContentTool[];
  mappings: FindMappings.Response['data'];
  /** whether it could not be read how tools were used last */
  isForgetful: boolean;
}

/** Keeps for the next time how a tool is used on a type, and says when that fails. */
const useRemember = (model: string) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const [save] = useSaveMappingMutation();
  return async (tool: string, mapping: ContentMapping): Promise<void> => {
    const answer = await save({ content_type: model, tool, mapping });
    if ('error' in answer) toggleNotification({ type: 'warning', message: text('field-action.not-kept') });
  };
};

/** What the dialog does: choosing, running, inserting. */
export const useToolForm = ({
  model,
  form,
  choices,
  content,
  startValues,
  onStart,
  onInsert,
  tools,
  mappings,
}: ToolFormProps) => {
  const remember = useRemember(model);
  const [chosenMode, setMode] = React.useState<InsertMode | null>(null);
  const [unreadable, setUnreadable] = React.useState<readonly string[]>([]);

  const fitting = tools.filter((candidate) => unfillableInputs(candidate).length === 0);
  const tool =
    fitting.find(({ slug }) => slug === choices.slug) ??
    fitting.find(({ slug }) => Object.hasOwn(mappings, slug)) ??
    fitting[0] ??
    null;
  const choice: ToolChoice = tool ? choices.choiceFor(tool, mappings) : { sources: {}, target: null };
  const targets = form.fields.filter(isWritableField);
  const target = targets.find(({ path }) => path === choice.target) ?? null;
  const answer = content.run?.text ?? '';
  const mode = chosenMode ?? likelyMode(target && readPath(form.values, target.path));

  const plan = (): PlannedInsert | null => {
    if (!target) return null;
    const before = readPath(form.values, target.path);
    return {
      target,
      before,
      after: withAnswer(before, answer, target.kind, mode),
      isChanged: !isSameValue(readPath(startValues, target.path), before),
    };
  };
  const planned = plan();

  const change = (changes: Partial<ToolChoice>): void => {
    if (tool) choices.choose(tool, { ...choice, ...changes });
  };

  const run = (): void => {
    if (!tool || content.run?.status === 'running') return;
    const { mapping, unreadable: broken } = readChoice(tool, choice);
    setUnreadable(broken);
    if (broken.length > 0) return;
    const values = form.current();
    // a guess that was run with is a choice
    choices.chooseTool(tool.slug);
    choices.choose(tool, choice);
    onStart(values);
    content.start({ tool: tool.slug, inputs: inputsOf(mapping, values) });
    void remember(tool.slug, mapping);
  };

  const insert = (): void => {
    if (!tool || !planned) return;
    const values = form.current();
    const { path, label } = planned.target;
    // newer than what was compared: the form draws it any moment, and says so
    if (!isSameValue(readPath(values, path), planned.before)) return;
    form.change({ path, value: planned.after });
    void remember(tool.slug, readChoice(tool, choice).mapping);
    onInsert(planInsertion(values, path, planned.after), label);
  };

  return {
    tool,
    choice,
    targets,
    plan: planned,
    answer,
    mode,
    setMode,
    unreadable,
    run,
    insert,
    chooseTool: (slug: string): void => {
      content.forget();
      setUnreadable([]);
      setMode(null);
      choices.chooseTool(slug);
    },
    setSource: (name: string, source: ToolChoice['sources'][string]): void =>
      change({ sources: { ...choice.sources, [name]: source } }),
    setTarget: (path: string): void => {
      // what was meant for one field need not be for another
      setMode(null);
      change({ target: path });
    },
  };
};
