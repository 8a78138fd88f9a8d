import { Button } from '@strapi/design-system';
import { Sparkle } from '@strapi/icons';
import { css, styled } from 'styled-components';
import type { BulkRun } from '../../../../contracts/bulk-runs';
import { useText } from '../../components/Texts';
import type { BulkView } from './bulk-window';
import { isGoing, progressOf } from './run-progress';
import { useRunWords } from './use-run-words';

/**
 * How far the run is, along the lower edge. The same button with and without: one that takes its place would lose the
 * focus.
 */
const WithProgress = styled(Button)<{ $share: number | null }>`
  ${({ theme, $share }) =>
    $share !== null &&
    css`
      background-image:
        linear-gradient(${theme.colors.primary600} 0 0), linear-gradient(${theme.colors.neutral200} 0 0);
      background-repeat: no-repeat;
      background-position: left bottom;
      background-size:
        ${$share * 100}% 3px,
        100% 3px;
    `}
`;

interface RunsButtonProps {
  runs: readonly BulkRun[];
  onOpen(view: BulkView): void;
}

/** Says in the head of the list that a run is under way, and opens it, or those of before. Nothing where there are none. */
export const RunsButton = ({ runs, onOpen }: RunsButtonProps) => {
  const text = useText();
  const { progress } = useRunWords();
  const [newest] = runs;
  if (!newest) return null;
  const going = runs.filter(isGoing);
  const [only] = going.length > 0 ? going : [newest].filter(({ state }) => state === 'stopped');
  const label =
    going.length > 1
      ? text('bulk.button-several', { runs: going.length })
      : only
        ? text(`bulk.button-${isGoing(only) ? 'going' : 'stopped'}`, { progress: progress(only) })
        : text('bulk.button');
  return (
    <WithProgress
      $share={going.length === 1 && only ? progressOf(only).share : null}
      variant="tertiary"
      startIcon={<Sparkle aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => onOpen(going.length < 2 && only ? { kind: 'run', id: only.id } : { kind: 'runs' })}
    >
      {label}
    </WithProgress>
  );
};
