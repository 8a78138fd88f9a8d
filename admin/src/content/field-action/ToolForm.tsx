import * as React from 'react';
import { Button, Flex, Modal, Typography, VisuallyHidden } from '@strapi/design-system';
import { Play } from '@strapi/icons';
import { readInputFields } from '../../components/inputs-form/input-fields';
import { placeFaults } from '../../components/inputs-form/place-faults';
import { Notice } from '../../components/Notice';
import { useText } from '../../components/Texts';
import { CloseButton } from './CloseButton';
import { InsertPart } from './InsertPart';
import { RunNotices } from './RunNotices';
import { ToolInput } from './ToolInput';
import { ToolSelect } from './ToolSelect';
import { useToolForm } from './use-tool-form';
import type { ToolFormProps } from './use-tool-form';

/** Choose a tool, fill its inputs, run it, compare, insert: from top to bottom. */
export const ToolForm = (props: ToolFormProps) => {
  const { form, content, tools, isForgetful } = props;
  const text = useText();
  const { tool, choice, targets, plan, answer, mode, unreadable, ...act } = useToolForm(props);
  const { run } = content;
  const isRunning = run?.status === 'running';
  const inputs = tool ? readInputFields(tool.input_schema) : [];
  const runButton = React.useRef<HTMLButtonElement>(null);
  const outcome = React.useRef<HTMLDivElement>(null);

  // what is awaited comes below the inputs, which may fill the dialog
  React.useEffect(() => {
    if (isRunning) outcome.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isRunning]);

  const faults = placeFaults(
    inputs.map(({ name }) => name),
    run?.error?.details.inputs ?? [],
  ).byInput;
  const faultOf = (name: string): string | undefined =>
    unreadable.includes(name) ? text('playground.not-json') : faults[name];

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={5}>
          {isForgetful && <Notice look="warning" title={text('field-action.not-remembered')} />}
          <ToolSelect tools={tools} chosen={tool} disabled={isRunning} onChoose={act.chooseTool} />
          {inputs.map((input) => (
            <ToolInput
              key={`${tool?.slug} ${input.name}`}
              input={input}
              source={choice.sources[input.name]}
              fields={form.fields}
              values={form.values}
              fault={faultOf(input.name)}
              disabled={isRunning}
              onChange={(source) => act.setSource(input.name, source)}
            />
          ))}
          {tool && (
            <Flex gap={2} wrap="wrap">
              {/* a button that is really disabled would lose the focus of who pressed it */}
              <Button
                ref={runButton}
                type="button"
                startIcon={<Play />}
                variant={run ? 'secondary' : 'default'}
                aria-disabled={isRunning}
                onClick={act.run}
              >
                {text(run && !isRunning ? 'field-action.run-again' : 'field-action.run')}
              </Button>
              {isRunning && (
                <Button
                  type="button"
                  variant="danger-light"
                  onClick={() => {
                    content.stop();
                    runButton.current?.focus();
                  }}
                >
                  {text('field-action.stop')}
                </Button>
              )}
              <Typography variant="pi" textColor="neutral600">
                {text(isRunning ? 'field-action.may-close' : 'field-action.nothing-saved')}
              </Typography>
            </Flex>
          )}
          <VisuallyHidden role="status">{run && text(`field-action.spoken.${run.status}`)}</VisuallyHidden>
          <Flex ref={outcome} direction="column" alignItems="stretch" gap={4}>
            {run && <RunNotices run={run} />}
            {run && (isRunning || answer !== '' || run.status === 'finished') && (
              <InsertPart
                targets={targets}
                plan={plan}
                answer={answer}
                isComplete={!isRunning}
                mode={mode}
                onTarget={act.setTarget}
                onMode={act.setMode}
              />
            )}
          </Flex>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <CloseButton />
        <Button
          type="button"
          disabled={!run || isRunning || answer === '' || !plan || !form.isOpen}
          onClick={act.insert}
        >
          {plan
            ? text('field-action.insert', { field: plan.target.label })
            : text('field-action.insert-none')}
        </Button>
      </Modal.Footer>
    </>
  );
};
