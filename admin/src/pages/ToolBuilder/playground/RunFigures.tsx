import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { PlaygroundResult } from '../../../../../contracts/playground';
import { useText } from '../../../components/Texts';
import { FIGURES, useFigures } from './use-figures';

/** What a run took, how it ended and what was not sent. */
export const RunFigures = ({ result }: { result: PlaygroundResult }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const figures = useFigures()(result);
  const { completion } = result;
  const finish = completion?.choices[0].finish_reason ?? 'none';
  const dropped = completion?.meta.dropped_parameters ?? result.sent?.dropped_parameters ?? [];

  const shown: [label: string, value: string][] = [
    ...FIGURES.map((name): [string, string] => [text(`playground.${name}`), figures[name]]),
    [text('playground.attempts'), formatNumber(completion?.meta.attempts ?? result.exchanges.length)],
    [text('playground.finish'), text(`playground.finish.${finish}`)],
    [text('playground.dropped'), dropped.length > 0 ? dropped.join(', ') : text('playground.dropped-none')],
  ];
  return (
    <Flex tag="dl" gap={4} wrap="wrap" alignItems="flex-start">
      {shown.map(([label, value]) => (
        <Box key={label} minWidth="9rem">
          <Typography tag="dt" variant="pi" textColor="neutral600">
            {label}
          </Typography>
          <Typography tag="dd" fontWeight="bold">
            {value}
          </Typography>
        </Box>
      ))}
    </Flex>
  );
};
