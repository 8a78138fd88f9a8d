import { Status, Typography } from '@strapi/design-system';
import type { ProviderSettings } from '../../../../../contracts/providers';
import { useText } from '../../../components/Texts';

type Shown = ProviderSettings['state'] | 'failing';

const VARIANTS = {
  ready: 'success',
  failing: 'danger',
  needs_key: 'warning',
  needs_endpoint: 'warning',
  switched_off: 'neutral',
} as const satisfies Record<Shown, string>;

/** Whether a provider can be called; one that failed the last time could be, and did not answer. */
export const StateBadge = ({ provider }: { provider: ProviderSettings }) => {
  const text = useText();
  const shown: Shown = provider.state === 'ready' && provider.last_failure ? 'failing' : provider.state;
  return (
    <Status variant={VARIANTS[shown]} size="S">
      <Typography
        variant="pi"
        fontWeight="bold"
        // the orange of a warning is too pale to read on its own background
        textColor={VARIANTS[shown] === 'warning' ? 'neutral800' : undefined}
      >
        {text(`provider.state.${shown}`)}
      </Typography>
    </Status>
  );
};
