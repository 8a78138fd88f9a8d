import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import type { ProviderSettings } from '../../../../../contracts/providers';
import { useDeleteProviderMutation } from '../../../api/providers';
import { useRefusal } from '../../../components/form/SaveForm';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { useKeptFocus } from '../../../components/use-kept-focus';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { StateBadge } from './StateBadge';

/** Forgets what is stored: one that comes with the plugin goes back to its defaults, another is gone. */
const Forget = ({ provider: { id, label, built_in: builtIn, locked } }: { provider: ProviderSettings }) => {
  const text = useText();
  const navigate = useNavigate();
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  const [remove, { isLoading }] = useDeleteProviderMutation();
  useKeptFocus(isLoading);
  // one that code has added stays, whatever was stored of it
  const stays = builtIn || locked.includes('kind');
  const what = stays ? 'reset' : 'delete';

  const confirm = async (): Promise<void> => {
    const answer = await remove(id);
    if ('error' in answer) {
      toggleNotification({ type: 'danger', message: readRefusal(answer.error).sentence });
      return;
    }
    toggleNotification({ type: 'success', message: text(`provider.${what}-done`, { label }) });
    if (!stays) navigate(pathTo('settings'), { replace: true });
  };

  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button type="button" variant="danger-light" startIcon={<Trash />} loading={isLoading} fullWidth>
          {text(`provider.${what}`)}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog onConfirm={confirm}>{text(`provider.${what}-confirm`, { label })}</ConfirmDialog>
    </Dialog.Root>
  );
};

/** How the provider is doing, beside its form. */
export const ProviderSide = ({ provider }: { provider: ProviderSettings }) => {
  const text = useText();
  const { formatDate } = useIntl();
  const mayChange = usePermission('updateSettings');
  const { problem, last_failure: failure } = provider;
  return (
    <Panel title={text('provider.section.state')}>
      <Flex>
        <StateBadge provider={provider} />
      </Flex>
      {problem && <Typography textColor="neutral700">{problem}</Typography>}
      {failure && (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography variant="pi" textColor="neutral600">
            {formatDate(failure.at, { dateStyle: 'medium', timeStyle: 'short' })} · {failure.code}
          </Typography>
          <Typography textColor="danger600" style={{ overflowWrap: 'anywhere' }}>
            {failure.message}
          </Typography>
        </Flex>
      )}
      {mayChange && provider.stored && <Forget provider={provider} />}
    </Panel>
  );
};
