import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { CodeText } from '../../../components/CodeText';
import { CopyButton } from '../../../components/CopyButton';
import { useText } from '../../../components/Texts';
import { Notice } from '../../../components/Notice';
import { formatJson } from './answer-text';
import type { RunState } from './run-state';

const AnswerText = ({ state }: { state: RunState }) => {
  const text = useText();
  const json = state.status === 'finished' ? formatJson(state.text) : null;
  if (json !== null) return <CodeText label={text('playground.answer')} value={json} />;
  if (state.text === '') return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Flex justifyContent="space-between">
        <Typography variant="pi" fontWeight="bold">
          {text('playground.answer')}
        </Typography>
        {state.status !== 'running' && <CopyButton label={text('playground.answer')} value={state.text} />}
      </Flex>
      <Box
        role="group"
        aria-label={text('playground.answer')}
        tabIndex={0}
        borderColor="neutral200"
        hasRadius
        padding={4}
        maxHeight="50rem"
        overflow="auto"
      >
        <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{state.text}</Typography>
      </Box>
    </Flex>
  );
};

/** What came of a run, or has come so far. */
export const RunAnswer = ({ state }: { state: RunState }) => {
  const text = useText();
  const { status, result } = state;
  const calls = result?.completion?.choices[0].message.tool_calls ?? [];
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {status === 'running' && state.text === '' && (
        <Flex justifyContent="center" padding={4}>
          <Loader small>{text('playground.running')}</Loader>
        </Flex>
      )}
      <AnswerText state={state} />
      {status === 'finished' && state.text === '' && calls.length === 0 && (
        <Typography textColor="neutral600">{text('playground.no-answer')}</Typography>
      )}
      {calls.length > 0 && (
        <CodeText label={text('playground.calls')} value={JSON.stringify(calls, null, 2)} />
      )}
      {status === 'stopped' && <Notice look="info" title={text('playground.stopped')} />}
      {status === 'broken' && <Notice look="warning" title={text('playground.broken')} />}
    </Flex>
  );
};
