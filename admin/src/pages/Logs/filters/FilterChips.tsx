import { Button, Flex, Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';
import { CHIP_FILTERS } from '../address/log-address';
import type { LogAddress } from '../address/log-address';
import type { ChangeAddress } from '../address/use-log-address';
import { useRunWords } from '../table/use-run-words';
import { useValueWords } from './use-value-words';

interface Chip {
  name: string;
  words: string;
  /** the parts of the address that it stands for */
  parts: string[];
}

const CALLER_PARTS = ['caller_type', 'caller_id'] as const;

/** Everything but the caller, which is two parts of the address and one chip. */
const isPlain = (
  name: (typeof CHIP_FILTERS)[number],
): name is Exclude<typeof name, 'caller_type' | 'caller_id'> =>
  name !== 'caller_type' && name !== 'caller_id';

const useChips = ({ filter, range }: LogAddress, runs: readonly LogSummary[]): Chip[] => {
  const text = useText();
  const words = useRunWords();
  const toWords = useValueWords(runs);
  const chips: Chip[] = CHIP_FILTERS.filter(isPlain).flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    return { name, words: `${text(`logs.field.${name}`)}: ${toWords(name, value)}`, parts: [name] };
  });
  const { caller_type: type, caller_id: id, from, to, text: searched } = filter;
  if (type !== undefined || id !== undefined) {
    const caller =
      type === undefined ? (id ?? '') : toWords('caller', id === undefined ? type : `${type}:${id}`);
    chips.push({
      name: 'caller',
      words: `${text('logs.field.caller')}: ${caller}`,
      parts: [...CALLER_PARTS],
    });
  }
  if (range !== null) chips.push({ name: 'range', words: text(`logs.range.${range}`), parts: ['range'] });
  if (from !== undefined) {
    chips.push({ name: 'from', words: text('logs.chip-from', { time: words.time(from) }), parts: ['from'] });
  }
  if (to !== undefined) {
    chips.push({ name: 'to', words: text('logs.chip-to', { time: words.time(to) }), parts: ['to'] });
  }
  if (searched !== undefined) {
    chips.push({ name: 'text', words: text('logs.chip-text', { text: searched }), parts: ['text'] });
  }
  return chips;
};

interface FilterChipsProps {
  address: LogAddress;
  runs: readonly LogSummary[];
  onChange: ChangeAddress;
}

/** What the rows are filtered by, each to be taken away. */
export const FilterChips = ({ address, runs, onChange }: FilterChipsProps) => {
  const text = useText();
  const chips = useChips(address, runs);
  if (chips.length === 0) return null;
  const remove = (parts: readonly string[]): void =>
    onChange(Object.fromEntries(parts.map((part) => [part, null])));
  return (
    <Flex tag="ul" aria-label={text('logs.filters')} gap={2} wrap="wrap">
      {chips.map(({ name, words, parts }) => (
        <li key={name}>
          <Tag
            icon={<Cross aria-hidden />}
            label={text('logs.filter-remove', { filter: words })}
            onClick={() => remove(parts)}
          >
            {words}
          </Tag>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button variant="ghost" size="S" onClick={() => remove(chips.flatMap(({ parts }) => parts))}>
            {text('logs.filter-remove-all')}
          </Button>
        </li>
      )}
    </Flex>
  );
};
