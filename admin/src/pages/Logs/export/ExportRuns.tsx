import { Button, Flex, Menu, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { filterAt } from '../address/log-address';
import type { LogAddress } from '../address/log-address';
import { formatBytes } from './format-bytes';
import { useExport } from './use-export';

const FORMATS = ['csv', 'jsonl'] as const;

/** Saves all that the filters find, not only the page, and says how far it is. For those who may. */
export const ExportRuns = ({ address }: { address: LogAddress }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const mayExport = usePermission('exportLogs');
  const { start, progress, cancel } = useExport();
  if (!mayExport) return null;
  if (progress) {
    return (
      <Flex gap={3} role="group" aria-label={text('logs.export')}>
        <Typography style={{ fontVariantNumeric: 'tabular-nums' }}>
          {text('logs.export-progress', {
            rows: progress.rows,
            size: formatBytes(progress.bytes, formatNumber),
          })}
        </Typography>
        <Button variant="tertiary" onClick={cancel}>
          {text('logs.export-cancel')}
        </Button>
      </Flex>
    );
  }
  const order = address.sort === 'time' ? address.order : 'desc';
  return (
    <Menu.Root>
      <Menu.Trigger variant="tertiary" startIcon={<Download />}>
        {text('logs.export')}
      </Menu.Trigger>
      <Menu.Content popoverPlacement="bottom-end">
        {FORMATS.map((format) => (
          <Menu.Item
            key={format}
            onSelect={() => void start({ ...filterAt(address, new Date()), format, order })}
          >
            {text(`logs.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
};
