import type { ReactNode } from 'react';
import { Box, Button, Dialog, Typography } from '@strapi/design-system';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import type { SiteSettings } from '../../../../../contracts/settings';
import { useClearCacheMutation } from '../../../api/settings';
import { useRefusal } from '../../../components/form/SaveForm';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';

/** The kept answers: how many there are, and a way to be rid of them. */
export const CachePanel = ({ settings: { cache }, size }: { settings: SiteSettings; size: ReactNode }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const mayClear = usePermission('clearResults');
  const [clear, { isLoading }] = useClearCacheMutation();
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();

  const confirm = async (): Promise<void> => {
    const answer = await clear();
    if ('error' in answer) {
      toggleNotification({ type: 'danger', message: readRefusal(answer.error).sentence });
      return;
    }
    const { everywhere } = answer.data.data;
    toggleNotification({
      type: everywhere ? 'success' : 'warning',
      message: text(everywhere ? 'site.cleared' : 'site.cleared-here'),
    });
  };

  return (
    <Panel title={text('site.cache')} text={text('site.cache-text')}>
      {size}
      <Typography>
        {text('site.kept', {
          results: cache.kept.results,
          size: formatNumber(cache.kept.bytes / 2 ** 10, { maximumFractionDigits: 1 }),
        })}{' '}
        {cache.shared && text('site.shared')}
      </Typography>
      {mayClear && (
        <Box>
          <Dialog.Root>
            <Dialog.Trigger>
              <Button variant="danger-light" loading={isLoading}>
                {text('site.clear')}
              </Button>
            </Dialog.Trigger>
            <ConfirmDialog onConfirm={confirm}>{text('site.clear-confirm')}</ConfirmDialog>
          </Dialog.Root>
        </Box>
      )}
    </Panel>
  );
};
