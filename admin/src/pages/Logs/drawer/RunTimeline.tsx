import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { LogDetails } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import { RunStatus } from '../table/RunStatus';
import { formatDuration } from '../table/figures';
import { useRunWords } from '../table/use-run-words';
import { DrawerPart } from './DrawerPart';
import { toRunTimes } from './run-timeline';

const Step = ({ when, what, color }: { when: string; what: string; color?: 'primary600' | 'neutral500' }) => (
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
  const times = toRunTimes(run);
  const clock = (moment: Date): string =>
    formatTime(moment, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 });
  const duration = (ms: number): string => formatDuration(ms, formatNumber);
  const provider = run.provider ?? text('logs.a-provider');

  const asked = (): string => {
    if (run.cached) return text('logs.step.cached');
    if (run.attempts === 0) return text('logs.step.unasked');
    return text('logs.step.provider', { provider, attempts: run.attempts });
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
          share: formatNumber(times.providerShare, { style: 'percent' }),
        })}
      >
        <Box background="primary600" height="100%" width={`${times.providerShare * 100}%`} />
      </Flex>
      <Flex tag="ol" direction="column" alignItems="stretch" gap={2}>
        <Step
          when={clock(times.startedAt)}
          what={text('logs.step.started', { source: words.source(run.source), caller: words.caller(run) })}
        />
        <Step when={duration(times.siteMs)} what={text('logs.step.site')} color="neutral500" />
        <Step
          when={times.providerMs === null ? '—' : duration(times.providerMs)}
          what={asked()}
          color="primary600"
        />
        {isOtherModel && (
          <Step
            when=""
            what={text('logs.step.other-model', {
              requested: run.requested_model ?? '',
              model: run.model ?? '',
            })}
          />
        )}
        <Step
          when={clock(times.endedAt)}
          what={text('logs.step.ended', { duration: duration(run.latency_ms) })}
        />
      </Flex>
      <RunStatus run={run} />
    </DrawerPart>
  );
};
