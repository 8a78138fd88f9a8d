import { Flex, Typography } from '@strapi/design-system';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';

/** How much each of several tools is used, the most used first. */
export const UsesOfMany = ({ tools }: { tools: ToolListEntry[] }) => {
  const text = useText();
  const busiestFirst = [...tools].sort((left, right) => right.usage.runs - left.usage.runs);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography>{text('tools.breaks.slugs')}</Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {busiestFirst.map(({ id, name, slug, usage }) => (
          <Flex key={id} tag="li" justifyContent="space-between" gap={4}>
            <Typography style={{ overflowWrap: 'anywhere' }}>
              {name} ({slug})
            </Typography>
            <Typography fontWeight={usage.runs > 0 ? 'semiBold' : undefined} style={{ flex: 'none' }}>
              {text('tools.breaks.runs', { runs: usage.runs })}
            </Typography>
          </Flex>
        ))}
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text('tools.breaks.unseen')}
      </Typography>
    </Flex>
  );
};
