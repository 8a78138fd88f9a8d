import { Sparkle } from '@strapi/icons';
import { useTable } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { PLUGIN_ID } from '../../../../contracts/plugin-id';
import { useMay } from '../../components/use-permission';
import { showInWindow } from './bulk-window';
import { useBulkFields } from './use-bulk-fields';

export const LABEL = `${PLUGIN_ID}.bulk-action.label`;
export const NO_FIELD = `${PLUGIN_ID}.bulk-action.no-field`;
export const NO_TOOLS = `${PLUGIN_ID}.bulk-action.no-tools`;

interface BulkActionProps {
  model: string;
  documents: readonly { documentId: string; locale?: string | null }[];
}

/**
 * The action in the host's list, as the host wants it described. It is in a button that cannot say why it is disabled:
 * so it stays one that can be pressed, and says it then.
 */
export const RunInBulk = ({ model, documents }: BulkActionProps) => {
  const { formatMessage } = useIntl();
  const may = useMay();
  const { hasDrafts, hasTexts, mayWrite } = useBulkFields(model);
  const selectRow = useTable('AiToolsBulk', (state) => state.selectRow);

  if (!may('runInBulk') || !hasDrafts || !hasTexts) return null;
  const label = formatMessage({ id: LABEL });
  const description = { label, icon: <Sparkle aria-hidden />, variant: 'tertiary' as const };
  const reason = !may('runInContent') ? NO_TOOLS : !mayWrite ? NO_FIELD : null;
  if (reason !== null) {
    return {
      ...description,
      dialog: {
        type: 'notification' as const,
        title: label,
        status: 'info' as const,
        content: formatMessage({ id: reason }),
      },
    };
  }
  return {
    ...description,
    onClick: () =>
      showInWindow(
        {
          kind: 'new',
          selection: {
            documentIds: documents.map(({ documentId }) => documentId),
            locale: documents[0]?.locale ?? null,
            onStarted: () => selectRow([]),
          },
        },
        model,
      ),
  };
};
