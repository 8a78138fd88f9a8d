import { Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { UsageFigures } from '../components/analytics/UsageFigures';
import { useUsage } from '../components/analytics/use-usage';
import { Texts, useText } from '../components/Texts';
import type { Languages } from '../components/Texts';

const DAYS = 7;

/** Everybody opens the home page: it must not bring along what only the plugin's own pages say. */
const LANGUAGES: Languages = {
  en: () => import('../translations/en/usage.json').then(({ default: texts }) => texts),
  de: () => import('../translations/de/usage.json').then(({ default: texts }) => texts),
};

const Content = () => {
  const text = useText();
  const { answer, isError } = useUsage(DAYS);
  if (isError) return <Widget.Error>{text('usage.failed')}</Widget.Error>;
  if (!answer) return <Widget.Loading />;
  if (answer.totals.runs === 0) return <Widget.NoData>{text('usage.nothing-week')}</Widget.NoData>;
  return (
    <Flex direction="column" alignItems="stretch" justifyContent="center" height="100%" gap={3}>
      <UsageFigures answer={answer} />
      {!answer.complete && <Typography textColor="neutral800">{text('usage.counting')}</Typography>}
    </Flex>
  );
};

/** On the host's home page, where the plugin's texts are not: it brings them along. */
export const UsageWidget = () => (
  <Texts languages={LANGUAGES} loading={<Widget.Loading />}>
    <Content />
  </Texts>
);
