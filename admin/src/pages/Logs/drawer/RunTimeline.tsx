import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { LogDetails } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import { RunStatus } from '../table/RunStatus';
import { formatDuration } from '../table/figures';
import { useRunWords } from '../table/use-run-words';
import { DrawerPart } from './DrawerPart';
import { providerShare, toRunSteps } from './run-timeline';
import type { RunStep } from './run-timeline';

type StepColor = 'primary600' | 'danger500' | 'neutral500';

const colorOf = ({ attempt }: RunStep): StepColor => {
  if (!attempt) return 'neutral500';
  return attempt.code === null ? 'primary600' : 'danger500';
};

const Step = ({ when, what, color }: { when: string; what: string; color?: StepColor }) => (
  <Flex tag="li" gap={3} alignItems="flex-start">
    <Box width="13rem" style={{ flex: 'none' }}>
      <Typography textColor="neutral600">{when}</Typography>
    </Box>
    {color && (
      <Box background={color} width="1rem" height="1rem" marginTop={1} style={{ flex: 'none' }} hasRadius />
    )}
    <Typography style={{ overflowWrap: 'anywhere' }}>{what}</Typography>
  </Flex>
);

/** What became of the call, one thing after the other, and where its time went. */
export const RunTimeline = ({ run }: { run: LogDetails }) => {
  const text = useText();
  const words = useRunWords();
  const { formatNumber, formatTime } = useIntl();
  const steps = toRunSteps(run);
  const endedAt = new Date(run.created_at);
  const startedAt = new Date(endedAt.getTime() - run.latency_ms);
  const clock = (moment: Date): string =>
    formatTime(moment, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 });
  const duration = (ms: number): string => formatDuration(ms, formatNumber);

  const say = ({ kind, attempt }: RunStep): string => {
    const target = [attempt?.provider, attempt?.model].filter(Boolean).join(', ');
    const said = text(`logs.step.${kind}`, { target });
    const code = attempt?.code ?? null;
    return code === null ? said : text('logs.step.failed', { step: said, code });
  };
  const isOtherModel =
    run.model !== null && run.requested_model !== null && run.model !== run.requested_model;

  return (
    <DrawerPart title={text('logs.timeline')}>
      <Flex
        height="1rem"
        hasRadius
        overflow="hidden"
        background="neutral500"
        role="img"
        aria-label={text('logs.provider-share', {
          share: formatNumber(providerShare(steps, run.latency_ms), { style: 'percent' }),
        })}
      >
        {steps.map((step, index) => (
          <Box
            key={index}
            background={colorOf(step)}
            height="100%"
            style={{ flexGrow: step.endedMs - step.startedMs, minWidth: step.attempt ? '2px' : undefined }}
          />
        ))}
      </Flex>
      <Flex tag="ol" direction="column" alignItems="stretch" gap={2}>
        <Step
          when={clock(startedAt)}
          what={text('logs.step.started', { source: words.source(run.source), caller: words.caller(run) })}
        />
        {steps.map((step, index) => (
          <Step
            key={index}
            when={duration(step.endedMs - step.startedMs)}
            what={say(step)}
            color={colorOf(step)}
          />
        ))}
        {steps.length === 0 && (
          <Step when="—" what={text(run.cached ? 'logs.step.cached' : 'logs.step.unasked')} />
        )}
        {isOtherModel && (
          <Step
            when=""
            what={text('logs.step.other-model', {
              requested: run.requested_model ?? '',
              model: run.model ?? '',
            })}
          />
        )}
        <Step when={clock(endedAt)} what={text('logs.step.ended', { duration: duration(run.latency_ms) })} />
      </Flex>
      <RunStatus run={run} />
    </DrawerPart>
  );
};
