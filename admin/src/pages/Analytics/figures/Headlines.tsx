import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { AnalyticsAnswer } from '../../../../../contracts/analytics';
import { LogsLink } from '../../../components/analytics/LogsLink';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { useText } from '../../../components/Texts';
import { ChangeText } from './ChangeText';
import { HEADLINES, HEADLINE_NAMES, headlineChange, isBetter } from './headlines';
import type { HeadlineName } from './headlines';
import { HeadlineNote } from './HeadlineNote';

const Cards = styled.ul`
  display: grid;
  // four beside each other or two: no card is left alone
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 1.6rem;
  @media (min-width: 1100px) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`;

type Compared = Pick<AnalyticsAnswer, 'totals' | 'previous'>;

const Card = ({ name, answer: { totals, previous } }: { name: HeadlineName; answer: Compared }) => {
  const text = useText();
  const paint = useFigureText();
  const { format, value, logs } = HEADLINES[name];
  const change = headlineChange(name, totals, previous?.totals);
  const title = text(`analytics.figure.${name}`);
  const figure = paint(format, value(totals));
  return (
    <Box tag="li" background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        <Typography variant="pi" textColor="neutral600">
          {title}
        </Typography>
        <Typography variant="alpha" tag="p">
          <LogsLink query={logs} label={text('analytics.figure-link', { title, figure })}>
            {figure}
          </LogsLink>
        </Typography>
        {change && (
          <ChangeText change={change} isShare={format === 'share'} isGood={isBetter(name, change)} />
        )}
        <HeadlineNote name={name} totals={totals} />
      </Flex>
    </Box>
  );
};

/** What the whole range comes to, each figure compared with the period before and leading to its rows. */
export const Headlines = ({ answer }: { answer: Compared }) => {
  const text = useText();
  return (
    <Box tag="section" aria-label={text('analytics.figures')}>
      <Cards>
        {HEADLINE_NAMES.map((name) => (
          <Card key={name} name={name} answer={answer} />
        ))}
      </Cards>
    </Box>
  );
};
