import { Flex, Th, Typography } from '@strapi/design-system';
import { CaretDown } from '@strapi/icons';
import { styled } from 'styled-components';
import type { LogSort } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import type { LogAddress } from '../address/log-address';
import type { ChangeAddress } from '../address/use-log-address';

const SortButton = styled.button`
  display: flex;
  align-items: center;
  gap: 0.4rem;
  padding: 0.4rem 0;
  cursor: pointer;
`;

interface SortableHeadProps {
  name: LogSort;
  label: string;
  address: LogAddress;
  onChange: ChangeAddress;
}

/** The head of a column that the rows can be ordered by: the newest, slowest or dearest first, then the other way round. */
export const SortableHead = ({ name, label, address, onChange }: SortableHeadProps) => {
  const text = useText();
  const isSorted = address.sort === name;
  const next = isSorted && address.order === 'desc' ? 'asc' : 'desc';
  const direction = address.order === 'asc' ? 'ascending' : 'descending';
  return (
    <Th role="columnheader" aria-sort={isSorted ? direction : undefined}>
      <SortButton
        type="button"
        title={text('logs.sort', { label })}
        onClick={() => onChange({ sort: name, order: next })}
      >
        <Typography textColor="neutral600" tag="span" variant="sigma">
          {label}
        </Typography>
        <Flex
          tag="span"
          aria-hidden
          style={{
            visibility: isSorted ? 'visible' : 'hidden',
            transform: address.order === 'asc' ? 'rotate(180deg)' : undefined,
          }}
        >
          <CaretDown width="0.8rem" height="0.8rem" fill="neutral600" />
        </Flex>
      </SortButton>
    </Th>
  );
};
