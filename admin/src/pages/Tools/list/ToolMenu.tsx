import type { KeyboardEvent } from 'react';
import { Box, IconButton, Menu } from '@strapi/design-system';
import { Cross, Download, Duplicate, Eye, More, Pencil, Trash } from '@strapi/icons';
import { useNavigate } from 'react-router-dom';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';
import { useMay } from '../../../components/use-permission';
import { menuIdOf } from './list-focus';
import { toolPath } from './ToolName';

export interface ToolActions {
  duplicate(tool: ToolListEntry): void;
  export(tools: readonly ToolListEntry[]): void;
  clearResults(tool: ToolListEntry): void;
  /** asks first */
  delete(tools: ToolListEntry[]): void;
  setEnabled(tools: readonly ToolListEntry[], enabled: boolean): void;
}

/**
 * The keys of the open menu, which stands elsewhere on the page, are none of the table's: it would move on to other rows.
 * But Escape, which the page listens to, closes the menu.
 */
const keepKeysOfMenu = (event: KeyboardEvent<HTMLElement>): void => {
  const isOfMenu = event.target instanceof Node && !event.currentTarget.contains(event.target);
  if (isOfMenu && event.key !== 'Escape') event.stopPropagation();
};

/** What can be done with one tool, by who may do it. */
export const ToolMenu = ({ tool, actions }: { tool: ToolListEntry; actions: ToolActions }) => {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const isStored = tool.defined_in === 'site';
  const mayEdit = isStored && may('updateTools');
  return (
    <Box onKeyDown={keepKeysOfMenu}>
      <Menu.Root>
        <Menu.Trigger
          id={menuIdOf(tool.id)}
          tag={IconButton}
          variant="ghost"
          label={text('tools.actions', { name: tool.name })}
          icon={<More />}
        />
        <Menu.Content popoverPlacement="bottom-end" maxHeight="none">
          <Menu.Item startIcon={mayEdit ? <Pencil /> : <Eye />} onSelect={() => navigate(toolPath(tool.id))}>
            {text(mayEdit ? 'tools.edit' : 'tools.look')}
          </Menu.Item>
          {may('createTools') && (
            <Menu.Item startIcon={<Duplicate />} onSelect={() => actions.duplicate(tool)}>
              {text('tools.duplicate')}
            </Menu.Item>
          )}
          <Menu.Item startIcon={<Download />} onSelect={() => actions.export([tool])}>
            {text('tools.export')}
          </Menu.Item>
          {may('clearResults') && (
            <Menu.Item startIcon={<Cross />} onSelect={() => actions.clearResults(tool)}>
              {text('tools.clear')}
            </Menu.Item>
          )}
          {isStored && may('deleteTools') && (
            <Menu.Item variant="danger" startIcon={<Trash />} onSelect={() => actions.delete([tool])}>
              {text('tools.delete')}
            </Menu.Item>
          )}
        </Menu.Content>
      </Menu.Root>
    </Box>
  );
};
