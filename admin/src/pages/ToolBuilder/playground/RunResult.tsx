import * as React from 'react';
import { Box, Button, Flex, Tabs, Typography, VisuallyHidden } from '@strapi/design-system';
import { RunFailure } from '../../../components/RunFailure';
import { useText } from '../../../components/Texts';
import { Exchanges } from './Exchanges';
import { RefusedRun } from './RefusedRun';
import { RunAnswer } from './RunAnswer';

import { RunFigures } from './RunFigures';
import { SentPrompt } from './SentPrompt';
import { tookPlace } from './run-state';
import type { RunState } from './run-state';
import { useSpokenState } from './use-spoken-state';

interface RunResultProps {
  /** names the run where there are two; null where it is the only one */
  title: string | null;
  state: RunState;
  onStop(): void;
}

/** One run: its answer, what it took, the exact prompt and what went over the line. */
export const RunResult = ({ title, state, onStop }: RunResultProps) => {
  const text = useText();
  const { status, result, prompt } = state;
  const { refusal } = state;
  const heading = React.useRef<HTMLHeadingElement>(null);
  const answered = result?.completion?.model;
  const asked =
    prompt &&
    [prompt.provider, prompt.model, answered !== prompt.model && answered].filter(Boolean).join(' · ');
  const name = title ?? text('playground.result');
  return (
    <Flex
      tag="section"
      aria-label={name}
      direction="column"
      alignItems="stretch"
      gap={4}
      // side by side where there is room for two of them
      flex="1 1 30rem"
      minWidth={0}
      borderColor="neutral200"
      hasRadius
      padding={4}
    >
      <Flex justifyContent="space-between" gap={2} minHeight="3.2rem">
        <Box minWidth={0}>
          <Typography ref={heading} variant="delta" tag="h3" tabIndex={-1}>
            {name}
          </Typography>
          {asked && (
            <Typography variant="pi" textColor="neutral600" tag="p" style={{ overflowWrap: 'anywhere' }}>
              {asked}
            </Typography>
          )}
        </Box>
        {status === 'running' && (
          <Button
            type="button"
            variant="danger-light"
            size="S"
            onClick={() => {
              onStop();
              // the button goes away, and the focus must not go with it
              heading.current?.focus();
            }}
          >
            {text('playground.stop')}
          </Button>
        )}
      </Flex>
      <VisuallyHidden role="status">{useSpokenState(name, state)}</VisuallyHidden>
      {refusal && <RefusedRun refusal={refusal} />}
      {result?.error && <RunFailure error={result.error} />}
      {result && tookPlace(result) && <RunFigures result={result} />}
      {(prompt || status === 'running' || status === 'stopped' || status === 'broken') && (
        <Tabs.Root defaultValue="answer" variant="simple">
          <Tabs.List aria-label={name}>
            <Tabs.Trigger value="answer">{text('playground.answer')}</Tabs.Trigger>
            <Tabs.Trigger value="prompt">{text('playground.prompt')}</Tabs.Trigger>
            <Tabs.Trigger value="raw">{text('playground.raw')}</Tabs.Trigger>
          </Tabs.List>
          <Box paddingTop={4}>
            <Tabs.Content value="answer">
              <RunAnswer state={state} />
            </Tabs.Content>
            <Tabs.Content value="prompt">
              <SentPrompt prompt={prompt} />
            </Tabs.Content>
            <Tabs.Content value="raw">
              <Exchanges exchanges={result?.exchanges ?? null} />
            </Tabs.Content>
          </Box>
        </Tabs.Root>
      )}
    </Flex>
  );
};
