import { Checkbox, Flex, Typography } from '@strapi/design-system';
import { Table } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';
import { formatCost } from '../../../components/cost-text';
import { ToolMenu } from './ToolMenu';
import type { ToolActions } from './ToolMenu';
import { ToolName, toolPath } from './ToolName';
import { ToolSwitch } from './ToolSwitch';

/** The host's cells keep to one line, which at 1024 px would push the switch out of sight. */
const WRAPS = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

interface ToolRowProps extends Pick<Table.RowProps, 'aria-rowindex'> {
  tool: ToolListEntry;
  isSelected: boolean;
  onSelect(tool: ToolListEntry): void;
  actions: ToolActions;
}

export const ToolRow = ({ tool, isSelected, onSelect, actions, ...place }: ToolRowProps) => {
  const text = useText();
  const navigate = useNavigate();
  const { formatNumber } = useIntl();
  const { id, name, provider, model, usage } = tool;
  return (
    // by its place, which the table gives to its children, its arrow keys find the row
    <Table.Row {...place} onClick={() => navigate(toolPath(id))} style={{ cursor: 'pointer' }}>
      <Table.Cell onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={text('tools.select', { name })}
          checked={isSelected}
          onCheckedChange={() => onSelect(tool)}
        />
      </Table.Cell>
      <Table.Cell>
        <ToolName tool={tool} />
      </Table.Cell>
      <Table.Cell>
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography style={WRAPS}>{provider.label ?? provider.id}</Typography>
          <Typography variant="pi" textColor="neutral600" style={WRAPS}>
            {model ?? text('tools.no-model')}
          </Typography>
        </Flex>
      </Table.Cell>
      <Table.Cell>
        <Typography>{formatNumber(usage.runs)}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography>{formatCost(usage.cost_micros, formatNumber)}</Typography>
      </Table.Cell>
      <Table.Cell onClick={(event) => event.stopPropagation()}>
        <ToolSwitch tool={tool} />
      </Table.Cell>
      <Table.Cell onClick={(event) => event.stopPropagation()}>
        <ToolMenu tool={tool} actions={actions} />
      </Table.Cell>
    </Table.Row>
  );
};
