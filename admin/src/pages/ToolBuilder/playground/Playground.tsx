import * as React from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { InputFault } from '../../../../../contracts/errors';
import type { ToolDraft, ToolExample } from '../../../../../contracts/tool-fields';
import { InputsForm } from '../../../components/inputs-form/InputsForm';
import { placeFaults } from '../../../components/inputs-form/place-faults';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { CompareTarget } from './CompareTarget';
import type { Target } from './CompareTarget';
import { Comparison } from './Comparison';
import { Examples } from './Examples';
import { RunBar } from './RunBar';
import { RunResult } from './RunResult';
import { tookPlace } from './run-state';
import { useInputs } from './use-inputs';
import { useLoggedRun } from './use-logged-run';
import { useRun } from './use-run';

export interface PlaygroundProps {
  /** what stands in the builder right now, saved or not */
  draft: ToolDraft;
  /** the same, even where the page has not been drawn with it yet */
  getDraft(): ToolDraft;
  /** null for a tool that has never been saved */
  toolId: string | null;
  /** kept with the tool when it is saved */
  examples: readonly ToolExample[];
  /** null for those who may not change the tool */
  onExamplesChange: ((examples: ToolExample[]) => void) | null;
}

const NO_SCHEMA: Record<string, unknown> = {};
/** Every site has it. */
const SANDBOX = 'sandbox';

/** Runs what stands in the builder, on its own model and on another one beside it. */
export const Playground = ({ draft, getDraft, toolId, examples, onExamplesChange }: PlaygroundProps) => {
  const text = useText();
  const mayRun = usePermission('runPlayground');
  const form = useInputs(draft.input_schema ?? NO_SCHEMA, examples);
  const [target, setTarget] = React.useState<Target | null>(null);
  const [unreadable, setUnreadable] = React.useState<readonly string[]>([]);
  // what was changed since the last run has no fault any more that anybody knows of
  const [touched, setTouched] = React.useState<ReadonlySet<string>>(new Set());
  const results = React.useRef<HTMLDivElement>(null);
  const own = useRun();
  const other = useRun();

  const { type, fill } = form;
  const logged = useLoggedRun();
  const loggedId = logged?.requestId ?? null;
  React.useEffect(() => {
    if (logged) fill(logged.inputs);
    // once for a run: what is typed over it stays
  }, [fill, loggedId]);

  const changeInput = React.useCallback(
    (name: string, typed: string): void => {
      type(name, typed);
      setTouched((before) => new Set(before).add(name));
    },
    [type],
  );

  const showUnreadable = (): void => {
    setUnreadable(form.unreadable);
    setTouched((before) => new Set([...before].filter((name) => !form.unreadable.includes(name))));
  };

  const isRunning = [own, other].some(({ state }) => state?.status === 'running');
  const run = (): void => {
    // each run is paid for, and a key that is held would start one after the other
    if (isRunning) return;
    if (form.unreadable.length > 0) return showUnreadable();
    setUnreadable([]);
    setTouched(new Set());
    const request = { tool: getDraft(), inputs: form.inputs, ...(toolId !== null && { id: toolId }) };
    own.start(request);
    if (target) other.start({ ...request, target });
  };
  // who has many inputs would have to look for what comes
  const { runs } = own;
  React.useEffect(() => {
    if (runs > 0) results.current?.scrollIntoView({ block: 'nearest' });
  }, [runs]);

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (mayRun && !event.repeat) run();
  };

  const faults: InputFault[] = [
    ...unreadable.map((input) => ({ input, message: text('playground.not-json') })),
    ...(own.state?.result?.error?.details.inputs ?? []),
  ];
  const untouched = form.fields.map(({ name }) => name).filter((name) => !touched.has(name));
  const { byInput } = placeFaults(untouched, faults);

  return (
    <Box onKeyDown={onKeyDown}>
      <Panel title={text('playground.title')} text={text('playground.intro')}>
        {(examples.length > 0 || onExamplesChange) && (
          <Examples
            examples={examples}
            chosen={form.example}
            isChanged={form.isChanged}
            inputs={form.unreadable.length > 0 ? null : form.inputs}
            onUnreadable={showUnreadable}
            onChange={onExamplesChange}
            onChoose={form.choose}
            onDelete={form.detach}
          />
        )}
        {loggedId !== null && (
          <Typography textColor="neutral600">{text('logs.again-filled', { id: loggedId })}</Typography>
        )}
        {form.fields.length > 0 ? (
          <InputsForm fields={form.fields} typed={form.typed} faults={byInput} onChange={changeInput} />
        ) : (
          <Typography textColor="neutral600">{text('playground.no-inputs')}</Typography>
        )}
        {target && <CompareTarget target={target} onChange={setTarget} />}
        <RunBar
          mayRun={mayRun}
          isRunning={isRunning}
          isComparing={target !== null}
          onRun={run}
          onCompare={(isComparing) => {
            setTarget(isComparing ? { provider: draft.provider ?? SANDBOX, model: null } : null);
            other.forget();
          }}
        />
        {own.state?.result && other.state?.result && tookPlace(own.state.result) && (
          <Comparison own={own.state.result} other={other.state.result} />
        )}
        {own.state && (
          <Flex ref={results} gap={4} alignItems="flex-start" wrap="wrap">
            <RunResult
              title={other.state ? text('playground.first') : null}
              state={own.state}
              onStop={own.stop}
            />
            {other.state && (
              <RunResult title={text('playground.second')} state={other.state} onStop={other.stop} />
            )}
          </Flex>
        )}
      </Panel>
    </Box>
  );
};
