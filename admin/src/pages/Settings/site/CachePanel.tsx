import { Box, Button, Dialog, Typography } from '@strapi/design-system';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import type { SiteSettings } from '../../../../../contracts/settings';
import { useClearCacheMutation } from '../../../api/settings';
import { NumberField } from '../../../components/form/NumberField';
import { useRefusal } from '../../../components/form/SaveForm';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { useKeptFocus } from '../../../components/use-kept-focus';
import { usePermission } from '../../../components/use-permission';
import { toMegabytes } from './site-values';
import { useLocked } from './use-locked';

/** The kept answers: how much room they have, how many there are, and a way to be rid of them. */
export const CachePanel = ({ settings }: { settings: SiteSettings }) => {
  const { cache, defaults } = settings;
  const text = useText();
  const { formatNumber } = useIntl();
  const locked = useLocked(settings);
  const mayClear = usePermission('clearResults');
  const [clear, { isLoading }] = useClearCacheMutation();
  useKeptFocus(isLoading);
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
      <NumberField
        name="cache.max_bytes"
        label={text('site.cache-size')}
        hint={text('site.cache-size-hint')}
        placeholder={toMegabytes(defaults.cache.max_bytes)}
        locked={locked('cache.max_bytes')}
      />
      <Typography>
        {text('site.kept', {
          results: cache.kept.results,
          size: formatNumber(cache.kept.bytes / 2 ** 10, { maximumFractionDigits: 1 }),
        })}{' '}
        {cache.shared && cache.kept.results > 0 && text('site.shared')}
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
