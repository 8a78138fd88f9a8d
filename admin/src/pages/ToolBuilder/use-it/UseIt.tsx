import { Box, Flex, Tabs, Typography } from '@strapi/design-system';
import { createSnippets } from '../../../../../contracts/snippets';
import type { Snippets } from '../../../../../contracts/snippets';
import type { ToolFieldValues } from '../../../../../contracts/tool-fields';
import { backendUrl } from '../../../api/backend-url';
import { useFindToolOptionsQuery } from '../../../api/tools';
import { CodeText } from '../../../components/CodeText';
import { Notice } from '../../../components/Notice';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { CallerPermission } from './CallerPermission';

export interface UseItProps {
  /** as it is saved */
  tool: Pick<ToolFieldValues, 'slug' | 'input_schema' | 'examples' | 'enabled'>;
  /** whether the builder holds changes that the snippets do not know */
  modified: boolean;
}

type Way = keyof Snippets;

const WAYS = ['curl', 'fetch', 'executeTool', 'shortcode', 'block'] as const satisfies readonly Way[];
/** Called over the network, by somebody who needs a permission. */
const REMOTE: readonly Way[] = ['curl', 'fetch'];

const HOST_PREFIX = '/api';

/** How a tool is called from everywhere, ready to be copied, and what the caller needs for it. */
export const UseIt = ({ tool, modified }: UseItProps) => {
  const text = useText();
  const { data: options } = useFindToolOptionsQuery();
  const snippets = createSnippets(
    { ...tool },
    { apiUrl: `${backendUrl()}${options?.data.api_prefix ?? HOST_PREFIX}` },
  );
  return (
    <Panel title={text('use-it.title')} text={text('use-it.intro')}>
      {!tool.enabled && <Notice look="warning" title={text('use-it.switched-off')} />}
      {modified && <Notice look="info" title={text('use-it.modified')} />}
      <Tabs.Root defaultValue="curl" variant="simple">
        <Tabs.List aria-label={text('use-it.title')} style={{ flexWrap: 'wrap' }}>
          {WAYS.map((way) => (
            <Tabs.Trigger key={way} value={way}>
              {text(`use-it.${way}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {WAYS.map((way) => (
          <Tabs.Content key={way} value={way}>
            <Flex direction="column" alignItems="stretch" gap={4} paddingTop={4}>
              <Typography textColor="neutral600">{text(`use-it.${way}-text`)}</Typography>
              <CodeText label={text(`use-it.${way}`)} value={snippets[way]} />
              {REMOTE.includes(way) && (
                <Box>
                  <CallerPermission />
                </Box>
              )}
            </Flex>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Panel>
  );
};
