import * as React from 'react';
import { Switch, Typography } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useSwitchToolMutation } from '../../../api/tools';
import { useRefusal } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';

/** Whether the tool answers, and for those who may change it a switch. One from code is switched in its code. */
export const ToolSwitch = ({ tool }: { tool: ToolListEntry }) => {
  const text = useText();
  const mayChange = usePermission('updateTools');
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  const [switchTool, { isLoading }] = useSwitchToolMutation();
  const [enabled, setEnabled] = React.useState(tool.enabled);
  // what the site says is what holds
  React.useEffect(() => setEnabled(tool.enabled), [tool]);

  const change = async (wanted: boolean): Promise<void> => {
    setEnabled(wanted);
    const answer = await switchTool({ id: tool.id, enabled: wanted });
    if ('error' in answer) {
      setEnabled(!wanted);
      toggleNotification({ type: 'danger', message: readRefusal(answer.error).sentence });
      return;
    }
    const { name } = tool;
    toggleNotification({
      type: 'success',
      message: text(wanted ? 'tools.switched-on' : 'tools.switched-off', { name }),
    });
  };

  const label = text(enabled ? 'form.on' : 'form.off');
  if (!mayChange || tool.defined_in === 'code') {
    return <Typography textColor={enabled ? 'success700' : 'neutral600'}>{label}</Typography>;
  }
  return (
    <Switch
      aria-label={text('tools.switch', { name: tool.name })}
      checked={enabled}
      // not disabled meanwhile, which would take the focus away
      onCheckedChange={(wanted) => !isLoading && void change(wanted)}
      onLabel={text('form.on')}
      offLabel={text('form.off')}
      visibleLabels
    />
  );
};
