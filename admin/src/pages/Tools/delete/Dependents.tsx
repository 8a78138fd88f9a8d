import type { ReactNode } from 'react';
import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { FindToolDependents, ToolListEntry } from '../../../../../contracts/tool-admin';
import { useFindToolDependentsQuery } from '../../../api/tools';
import { useText } from '../../../components/Texts';
import { Callers } from './Callers';

type Found = FindToolDependents.Response['data'];

const Budget = ({ budget }: { budget: NonNullable<Found['budget']> }) => {
  const text = useText();
  const { formatNumber, formatDate } = useIntl();
  const toMoney = (usd: number): string => formatNumber(usd, { style: 'currency', currency: 'USD' });
  return (
    <Typography>
      {text('tools.breaks.budget', {
        budget: toMoney(budget.budget_usd),
        spent: toMoney(budget.spent_usd),
        month: formatDate(`${budget.month}-15`, { month: 'long', year: 'numeric' }),
      })}
    </Typography>
  );
};

const Content = ({ content }: { content: NonNullable<Found['content']> }) => {
  const text = useText();
  return (
    <Box>
      <Typography>{text('tools.breaks.content', { places: content.length })}</Typography>
      <Box tag="ul" paddingLeft={5} style={{ listStyle: 'disc' }}>
        {content.map(({ title, kind }) => (
          <li key={`${kind} ${title}`}>
            <Typography>{text(`tools.breaks.${kind}`, { title })}</Typography>
          </li>
        ))}
      </Box>
    </Box>
  );
};

const Findings = ({ found }: { found: Found }) => {
  const text = useText();
  const { slug, stays_answered: staysAnswered, callers, budget, content } = found;
  return (
    <>
      <Typography fontWeight="semiBold">
        {text(staysAnswered ? 'tools.breaks.nothing' : 'tools.breaks.slug', { slug })}
      </Typography>
      {callers.length > 0 ? (
        <Callers callers={callers} />
      ) : (
        <Typography>{text('tools.breaks.no-callers')}</Typography>
      )}
      {content !== null && content.length > 0 && <Content content={content} />}
      {budget && <Budget budget={budget} />}
      <Typography variant="pi" textColor="neutral600">
        {text('tools.breaks.unseen')}
      </Typography>
    </>
  );
};

const Lines = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" alignItems="stretch" gap={4}>
    {children}
  </Flex>
);

/** What hangs on a tool, in words, as far as it can be known. */
export const Dependents = ({ tool }: { tool: ToolListEntry }) => {
  const text = useText();
  const { data, isLoading } = useFindToolDependentsQuery(tool.id);
  if (isLoading) {
    return (
      <Flex justifyContent="center" padding={6}>
        <Loader>{text('tools.breaks.loading')}</Loader>
      </Flex>
    );
  }
  return (
    <Lines>
      {data ? <Findings found={data.data} /> : <Typography>{text('tools.breaks.unknown')}</Typography>}
    </Lines>
  );
};
