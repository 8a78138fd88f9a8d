import { Box, Field, Flex, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../../components/Texts';
import type { LogAddress } from '../address/log-address';
import { TIME_RANGES, beginningOf, fromLocalText, toLocalText } from '../address/time-ranges';
import type { ChangeAddress } from '../address/use-log-address';

/** The browser's own sign is black, whatever stands behind it. */
const Moments = styled(Flex)`
  input::-webkit-calendar-picker-indicator {
    filter: invert(0.5);
  }
`;

const CUSTOM = 'custom';
const ANY = 'any';

interface TimeFilterProps {
  address: LogAddress;
  onChange: ChangeAddress;
}

/** When: up to now, or between two moments, both in the time zone of the person. */
export const TimeFilter = ({ address: { filter, range }, onChange }: TimeFilterProps) => {
  const text = useText();
  const isCustom = filter.from !== undefined || filter.to !== undefined;
  const choose = (chosen: string): void => {
    if (chosen !== CUSTOM) return onChange({ range: chosen === ANY ? null : chosen, from: null, to: null });
    const from = beginningOf(range ?? '24h', new Date());
    from.setSeconds(0, 0);
    return onChange({ range: null, from: from.toISOString() });
  };
  return (
    <Moments gap={2} wrap="wrap">
      <Box minWidth="17rem">
        <SingleSelect
          size="S"
          aria-label={text('logs.time')}
          value={isCustom ? CUSTOM : (range ?? ANY)}
          onChange={(chosen) => choose(String(chosen))}
        >
          <SingleSelectOption value={ANY}>{text('logs.range.any')}</SingleSelectOption>
          {TIME_RANGES.map((one) => (
            <SingleSelectOption key={one} value={one}>
              {text(`logs.range.${one}`)}
            </SingleSelectOption>
          ))}
          <SingleSelectOption value={CUSTOM}>{text('logs.range.custom')}</SingleSelectOption>
        </SingleSelect>
      </Box>
      {isCustom &&
        (['from', 'to'] as const).map((end) => (
          <Field.Root key={end} name={`logs.${end}`}>
            <TextInput
              type="datetime-local"
              size="S"
              aria-label={text(`logs.${end}`)}
              // half a moment is none: what is typed counts when the field is left
              key={filter[end]}
              defaultValue={toLocalText(filter[end])}
              onBlur={(event: { target: { value: string } }) => {
                const moment = fromLocalText(event.target.value);
                if (toLocalText(moment) !== toLocalText(filter[end])) onChange({ [end]: moment ?? null });
              }}
            />
          </Field.Root>
        ))}
    </Moments>
  );
};
