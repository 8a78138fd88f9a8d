import { Status, Typography } from '@strapi/design-system';
import type { BulkRun } from '../../../../../contracts/bulk-runs';
import { useText } from '../../../components/Texts';

const LOOKS = {
  running: 'primary',
  undoing: 'primary',
  stopped: 'warning',
  finished: 'success',
  undone: 'secondary',
} as const satisfies Record<BulkRun['state'], string>;

/** The colours say no more than the word does. */
export const StateBadge = ({ state }: Pick<BulkRun, 'state'>) => {
  const text = useText();
  return (
    <Status variant={LOOKS[state]} size="S">
      <Typography variant="pi" fontWeight="bold">
        {text(`bulk.state.${state}`)}
      </Typography>
    </Status>
  );
};
