import * as React from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { BulkItemState, BulkRun } from '../../../../../contracts/bulk-runs';
import { useText } from '../../../components/Texts';
import { firstStateOf, statesOf } from '../run-progress';
import { ItemList } from './ItemList';

/** A count that lists its entries when it is pressed. */
const Count = styled.button`
  display: inline-flex;
  align-items: baseline;
  gap: 0.6rem;
  padding: 0.6rem 1.2rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme }) => theme.colors.neutral0};
  color: ${({ theme }) => theme.colors.neutral800};
  cursor: pointer;
  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }
  &[aria-pressed='true'] {
    border-color: ${({ theme }) => theme.colors.primary600};
    background: ${({ theme }) => theme.colors.primary100};
    color: ${({ theme }) => theme.colors.primary700};
  }
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }
`;

/** How many entries are in which state, and which they are. */
export const RunItems = ({ run }: { run: BulkRun }) => {
  const text = useText();
  const [chosen, setChosen] = React.useState<BulkItemState | null | undefined>();
  const states = statesOf(run);
  const wanted = chosen === undefined ? firstStateOf(run) : chosen;
  const shown = states.find((state) => state === wanted) ?? null;
  return (
    <Box>
      <Flex tag="ul" gap={2} wrap="wrap" aria-label={text('bulk.entries-by-state')}>
        {states.map((state) => (
          <li key={state}>
            <Count
              type="button"
              aria-pressed={state === shown}
              onClick={() => setChosen(state === shown ? null : state)}
            >
              <Typography fontWeight="bold" textColor="inherit">
                {run.counts[state]}
              </Typography>
              <Typography textColor="inherit">
                {text(`bulk.item.${state}`, { entries: run.counts[state] })}
              </Typography>
            </Count>
          </li>
        ))}
      </Flex>
      {shown && <ItemList run={run} state={shown} />}
    </Box>
  );
};
