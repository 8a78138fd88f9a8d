import type { ReactNode } from 'react';
import { Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { Filter } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { LogDetails } from '../../../../../contracts/logs';
import { CopyButton } from '../../../components/CopyButton';
import { formatCost } from '../../../components/cost-text';
import { useText } from '../../../components/Texts';
import type { ChangeAddress } from '../address/use-log-address';
import { formatDuration } from '../table/figures';
import { useRunWords } from '../table/use-run-words';
import { DrawerPart } from './DrawerPart';

const FIELDS = [
  'request_id',
  'time',
  'tool',
  'source',
  'caller',
  'provider',
  'method',
  'requested_model',
  'model',
  'latency',
  'provider_time',
  'attempts',
  'cached',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'reasoning_tokens',
  'cost',
] as const;

type Name = (typeof FIELDS)[number];

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 5fr);
  gap: 0.6rem 2rem;
  align-items: center;
`;

interface RunFieldsProps {
  run: LogDetails;
  onFilter: ChangeAddress;
}

/** All fields of the row; what others share with it leads to their rows. */
export const RunFields = ({ run, onFilter }: RunFieldsProps) => {
  const text = useText();
  const words = useRunWords();
  const { formatNumber } = useIntl();
  const count = (value: number | null): string | null => (value === null ? null : formatNumber(value));
  const duration = (ms: number | null): string | null =>
    ms === null ? null : formatDuration(ms, formatNumber);

  const values: Record<Name, string | null> = {
    request_id: run.request_id,
    time: words.time(run.created_at),
    tool: run.tool_name === null ? run.tool_slug : `${run.tool_name} (${run.tool_slug})`,
    source: words.source(run.source),
    caller: words.caller(run),
    provider: run.provider,
    method: run.method,
    requested_model: run.requested_model,
    model: run.model,
    latency: duration(run.latency_ms),
    provider_time: duration(run.provider_ms),
    attempts: count(run.attempts),
    cached: text(run.cached ? 'logs.yes' : 'logs.no'),
    prompt_tokens: count(run.prompt_tokens),
    completion_tokens: count(run.completion_tokens),
    cached_tokens: count(run.cached_tokens),
    reasoning_tokens: count(run.reasoning_tokens),
    cost: run.cost_micros === null ? null : formatCost(run.cost_micros, formatNumber),
  };
  const filters: Partial<Record<Name, Record<string, string | null>>> = {
    tool: { tool: run.tool_slug },
    source: { source: run.source },
    caller: { caller_type: run.caller_type, caller_id: run.caller_id },
    provider: { provider: run.provider },
    model: { model: run.model },
    cached: { cached: String(run.cached) },
  };

  const extra = (name: Name, value: string): ReactNode => {
    const filter = filters[name];
    if (name === 'request_id') return <CopyButton label={text('logs.value.request_id')} value={value} />;
    return (
      filter && (
        <IconButton
          variant="ghost"
          size="S"
          label={text('logs.only', { filter: `${text(`logs.value.${name}`)}: ${value}` })}
          onClick={() => onFilter(filter)}
        >
          <Filter />
        </IconButton>
      )
    );
  };

  return (
    <DrawerPart title={text('logs.fields')}>
      <List>
        {FIELDS.map((name) => {
          const value = values[name] || null;
          return (
            <Box key={name} style={{ display: 'contents' }}>
              <Typography tag="dt" textColor="neutral600">
                {text(`logs.value.${name}`)}
              </Typography>
              <Flex tag="dd" gap={2} minHeight="2.8rem">
                <Typography style={{ overflowWrap: 'anywhere' }}>{value ?? '—'}</Typography>
                {value !== null && extra(name, value)}
              </Flex>
            </Box>
          );
        })}
      </List>
    </DrawerPart>
  );
};
