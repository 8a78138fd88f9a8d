import { Badge, Flex, Link, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';
import { pathTo } from '../../../sections';
import { linkIdOf } from './list-focus';

/** Where a tool is looked at and edited. */
export const toolPath = (id: string): string => pathTo(`tools/${encodeURIComponent(id)}`);

/** Why, and what to do about it, which is no fault. */
const splitProblem = (problem: string): [string, string] => {
  const end = problem.indexOf('. ') + 1;
  return end > 0 ? [problem.slice(0, end), problem.slice(end + 1)] : [problem, ''];
};

/** How a tool is called, where it comes from, and why it cannot be run. */
export const ToolName = ({
  tool: { id, name, slug, defined_in: origin, problem },
}: {
  tool: ToolListEntry;
}) => {
  const text = useText();
  const [reason, remedy] = splitProblem(problem ?? '');
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} paddingTop={2} paddingBottom={2}>
      <Flex gap={2} wrap="wrap">
        <Link tag={NavLink} to={toolPath(id)} id={linkIdOf(id)}>
          {name}
        </Link>
        {origin === 'code' && <Badge size="S">{text('tools.from-code')}</Badge>}
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {slug}
      </Typography>
      {problem !== null && (
        <Flex gap={1} alignItems="flex-start" maxWidth="36rem">
          <WarningCircle
            width="1.4rem"
            height="1.4rem"
            fill="danger600"
            style={{ flex: 'none' }}
            aria-label={text('tools.problem')}
          />
          <Typography variant="pi" textColor="danger600" style={{ whiteSpace: 'normal' }}>
            {reason}{' '}
            <Typography variant="pi" textColor="neutral700">
              {remedy}
            </Typography>
          </Typography>
        </Flex>
      )}
    </Flex>
  );
};
