import { Box } from '@strapi/design-system';
import { styled } from 'styled-components';
import { LogsLink } from '../../../components/analytics/LogsLink';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { logsOf } from './chart-table';
import type { ChartTable } from './chart-table';

const FiguresTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: 1.2rem;
  color: ${({ theme }) => theme.colors.neutral800};
  th {
    font-weight: 600;
  }
  th,
  td {
    padding: 0.4rem 0.8rem;
    text-align: end;
    white-space: nowrap;
    border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    position: sticky;
    top: 0;
    background: ${({ theme }) => theme.colors.neutral0};
  }
  tbody th {
    font-weight: 400;
  }
`;

interface ChartFiguresProps {
  table: ChartTable;
  /** names the table */
  label: string;
  rowName: string;
}

/** What a chart shows, to be read: each figure leads to the rows behind it. */
export const ChartFigures = ({ table: { rows, columns }, label, rowName }: ChartFiguresProps) => {
  const paint = useFigureText();
  return (
    // what scrolls must be within reach of the keyboard
    <Box height="100%" overflow="auto" tabIndex={0} role="group" aria-label={label}>
      <FiguresTable aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{rowName}</th>
            {columns.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <th scope="row">
                <LogsLink query={row.logs}>{row.label}</LogsLink>
              </th>
              {columns.map((column) => {
                const value = column.values[at] ?? null;
                const figure = paint(column.format, value);
                return (
                  <td key={column.key}>
                    {value ? <LogsLink query={logsOf(row, column)}>{figure}</LogsLink> : figure}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </Box>
  );
};
