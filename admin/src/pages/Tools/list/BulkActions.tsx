import { Button } from '@strapi/design-system';
import { Download, Trash } from '@strapi/icons';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';
import { useMay } from '../../../components/use-permission';
import type { ToolActions } from './ToolMenu';

/** What can be done with all ticked tools at once. Those from code can only be exported. */
export const BulkActions = ({ tools, actions }: { tools: ToolListEntry[]; actions: ToolActions }) => {
  const text = useText();
  const may = useMay();
  const stored = tools.filter(({ defined_in: origin }) => origin === 'site');
  return (
    <>
      <Button variant="secondary" size="S" startIcon={<Download />} onClick={() => actions.export(tools)}>
        {text('tools.export')}
      </Button>
      {stored.length > 0 && may('updateTools') && (
        <>
          <Button variant="tertiary" size="S" onClick={() => actions.setEnabled(stored, true)}>
            {text('tools.switch-on')}
          </Button>
          <Button variant="tertiary" size="S" onClick={() => actions.setEnabled(stored, false)}>
            {text('tools.switch-off')}
          </Button>
        </>
      )}
      {stored.length > 0 && may('deleteTools') && (
        <Button variant="danger-light" size="S" startIcon={<Trash />} onClick={() => actions.delete(stored)}>
          {text('tools.delete')}
        </Button>
      )}
    </>
  );
};
