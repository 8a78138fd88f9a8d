import * as React from 'react';
import { Checkbox, Flex, Th, Typography } from '@strapi/design-system';
import type { ThProps } from '@strapi/design-system';
import { CaretDown } from '@strapi/icons';
import { useQueryParams } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';

/*
 * The host's own head cells drop their place in the table, which the table gives to its children: without it, Tab finds
 * no way into the table and its arrow keys none to the head.
 */
type Place = Omit<ThProps, 'children'>;

interface SelectAllCellProps extends Place {
  count: number;
  selected: number;
  onSelectAll(all: boolean): void;
}

/** Ticks all rows of a page, or none; the table's first cell, where Tab enters it. */
export const SelectAllCell = ({ count, selected, onSelectAll, ...place }: SelectAllCellProps) => {
  const { formatMessage } = useIntl();
  const areAll = selected === count && count > 0;
  const checkbox = React.useRef<HTMLButtonElement>(null);
  React.useEffect(() => {
    // while it is drawn for the first time, the checkbox has a second control in it, for which the table makes the cell
    // itself its stop, and leaves it so: from then on every key of the table would lead here
    const cell = checkbox.current?.closest('th');
    checkbox.current?.setAttribute('tabindex', cell?.getAttribute('tabindex') ?? '-1');
    cell?.removeAttribute('tabindex');
  }, []);
  return (
    <Th {...place}>
      <Checkbox
        ref={checkbox}
        // in the host's words
        aria-label={formatMessage({
          id: 'global.select-all-entries',
          defaultMessage: 'Select all entries',
        })}
        checked={!areAll && selected > 0 ? 'indeterminate' : areAll}
        onCheckedChange={() => onSelectAll(!areAll)}
      />
    </Th>
  );
};

const Sort = styled.button`
  padding: 0;
  border: none;
  background: none;
  color: inherit;
  cursor: pointer;
`;

interface HeadCellProps extends Place {
  name: string;
  label: string;
  sortable: boolean;
}

/** What a column is called. Sorts by it, as the host's tables do: the address says how. */
export const HeadCell = ({ name, label, sortable, ...place }: HeadCellProps) => {
  const { formatMessage } = useIntl();
  const [{ query }, setQuery] = useQueryParams<{ sort?: string }>();
  const [by, order] = (query.sort ?? '').split(':');
  const isUp = order === 'ASC';
  const title = (
    <Typography textColor="neutral600" tag="span" variant="sigma">
      {label}
    </Typography>
  );
  if (!sortable) return <Th {...place}>{title}</Th>;
  return (
    <Th {...place} aria-sort={by === name ? (isUp ? 'ascending' : 'descending') : undefined}>
      <Sort
        type="button"
        title={formatMessage(
          { id: 'components.TableHeader.sort', defaultMessage: 'Sort on {label}' },
          { label },
        )}
        onClick={() => setQuery({ sort: `${name}:${by === name && isUp ? 'DESC' : 'ASC'}` }, 'push', true)}
      >
        <Flex gap={1}>
          {title}
          {by === name && (
            <CaretDown aria-hidden style={{ transform: isUp ? 'rotate(180deg)' : undefined }} />
          )}
        </Flex>
      </Sort>
    </Th>
  );
};
