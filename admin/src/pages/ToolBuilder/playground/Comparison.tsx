import { Box, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { PlaygroundResult } from '../../../../../contracts/playground';
import { useText } from '../../../components/Texts';
import { FIGURES, useFigures } from './use-figures';

interface ComparisonProps {
  own: PlaygroundResult;
  other: PlaygroundResult;
}

const Figures = styled.table`
  width: 100%;
  th,
  td {
    padding: 0.4rem 0.8rem 0.4rem 0;
    text-align: left;
  }
`;

/** The figures of two runs line by line, also where the runs themselves stand one below the other. */
export const Comparison = ({ own, other }: ComparisonProps) => {
  const text = useText();
  const toFigures = useFigures();
  const [first, second] = [toFigures(own), toFigures(other)];
  return (
    <Box borderColor="neutral200" hasRadius padding={4}>
      <Figures aria-label={text('playground.comparison')}>
        <thead>
          <tr>
            <td />
            {(['playground.first', 'playground.second'] as const).map((name) => (
              <th key={name} scope="col">
                <Typography variant="pi" fontWeight="bold">
                  {text(name)}
                </Typography>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((name) => (
            <tr key={name}>
              <th scope="row">
                <Typography variant="pi" textColor="neutral600">
                  {text(`playground.${name}`)}
                </Typography>
              </th>
              <td>
                <Typography fontWeight="bold">{first[name]}</Typography>
              </td>
              <td>
                <Typography fontWeight="bold">{second[name]}</Typography>
              </td>
            </tr>
          ))}
        </tbody>
      </Figures>
    </Box>
  );
};
