import * as React from 'react';
import { Badge, Box, Flex, IconButton, TextButton, Typography } from '@strapi/design-system';
import { ArrowDown, ArrowUp, CaretDown, CaretUp, Trash } from '@strapi/icons';
import { styled } from 'styled-components';
import { useText } from '../../../components/Texts';
import { RowFields } from './RowFields';
import { RowHandle } from './RowHandle';
import { isJsonObject } from '../../../../../contracts/json-object';
import { typeOf } from './property-type';
import type { RowFaults } from './row-faults';
import { isPlacedByNumber } from './schema-rows';
import type { SchemaRow } from './schema-rows';
import { valuesInShort } from './shorten-values';
import type { InputActions } from './use-inputs';

export interface InputRowProps extends SchemaRow {
  index: number;
  count: number;
  actions: InputActions;
  isTaken(name: string): boolean;
  faults: RowFaults;
  disabled: boolean;
  /** just added: open, with its name to be typed */
  isNew: boolean;
  /** what a drag that is under way does here */
  mark: 'dragged' | 'above' | 'below' | null;
  startDrag(event: React.PointerEvent<HTMLElement>, index: number): void;
  announce(sentence: string): void;
}

const Row = styled(Box)<{ $mark: InputRowProps['mark'] }>`
  opacity: ${({ $mark }) => ($mark === 'dragged' ? 0.4 : 1)};
  box-shadow: ${({ $mark, theme }) =>
    $mark === 'above' || $mark === 'below'
      ? `0 ${$mark === 'above' ? -2 : 2}px 0 0 ${theme.colors.primary600}`
      : 'none'};
`;

/** The whole line opens the row, and shortens what does not fit. */
const Summary = styled.button`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[2]};
  padding: ${({ theme }) => `${theme.spaces[3]} ${theme.spaces[2]}`};
  border: none;
  background: none;
  color: inherit;
  text-align: left;
  cursor: pointer;
  border-radius: ${({ theme }) => theme.borderRadius};
`;

/** One input: a line, which opens to its form. */
export const InputRow = React.memo((props: InputRowProps) => {
  const { name, property, isRequired, index, count, actions, faults, disabled, isNew, mark } = props;
  const text = useText();
  const [isOpen, setIsOpen] = React.useState(isNew);
  // stays when it is closed, with whatever was typed and could not be kept yet
  const [wasOpened, setWasOpened] = React.useState(isNew);
  const id = React.useId();
  const type = typeOf(property);
  const description =
    isJsonObject(property) && typeof property.description === 'string' ? property.description : '';
  const { allowed, fallback } = valuesInShort(property);
  const inShort = [
    allowed,
    fallback !== null && text('tool-inputs.default.short', { value: fallback }),
    description,
  ].filter(Boolean);
  const sentences = Object.values(faults);
  const isPlaced = isPlacedByNumber(name);
  const { announce } = props;

  const moveTo = (to: number): void => {
    actions.move(name, to);
    announce(text('tool-inputs.move.moved', { name, place: to + 1, count }));
  };

  return (
    <Row
      tag="li"
      $mark={mark}
      background="neutral0"
      borderColor={sentences.length > 0 ? 'danger600' : 'neutral200'}
      hasRadius
    >
      <Flex gap={1} paddingLeft={2} paddingRight={2}>
        <RowHandle
          name={name}
          index={index}
          count={count}
          disabled={disabled || isPlaced}
          move={(to) => actions.move(name, to)}
          onPointerDown={(event) => props.startDrag(event, index)}
          announce={announce}
        />
        <Summary
          type="button"
          aria-expanded={isOpen}
          // whoever could not save is brought here, and by way of it to the field at fault
          data-tool-fault={isOpen ? faults.row && '' : sentences[0] && 'opens'}
          aria-controls={wasOpened ? id : undefined}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpened(true);
          }}
        >
          {isOpen ? <CaretUp aria-hidden /> : <CaretDown aria-hidden />}
          <Typography fontWeight="bold" textColor="neutral800">
            {name}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {type ? text(`tool-inputs.type.${type}`) : text('tool-inputs.type.other')}
          </Typography>
          {isRequired && <Badge variant="primary">{text('tool-inputs.required')}</Badge>}
          {!isOpen && (
            <Typography textColor="neutral600" ellipsis>
              {inShort.join(' · ')}
            </Typography>
          )}
        </Summary>
        <IconButton
          variant="ghost"
          label={text('tool-inputs.remove', { name })}
          disabled={disabled}
          onClick={() => actions.remove(name)}
        >
          <Trash />
        </IconButton>
      </Flex>
      {(isOpen ? [faults.row] : sentences).map(
        (sentence) =>
          sentence && (
            <Box key={sentence} paddingLeft={8} paddingRight={4} paddingBottom={2}>
              <Typography variant="pi" textColor="danger600">
                {sentence}
              </Typography>
            </Box>
          ),
      )}
      {wasOpened && (
        <Box id={id} hidden={!isOpen} paddingLeft={8} paddingRight={4} paddingTop={2} paddingBottom={4}>
          <RowFields
            name={name}
            property={property}
            isRequired={isRequired}
            actions={actions}
            isTaken={props.isTaken}
            faults={faults}
            disabled={disabled}
            isNew={isNew}
          />
          {isPlaced ? (
            <Typography variant="pi" textColor="neutral600">
              {text('tool-inputs.move.number')}
            </Typography>
          ) : (
            <Flex gap={4} paddingTop={4}>
              <TextButton
                startIcon={<ArrowUp />}
                disabled={disabled || index === 0}
                onClick={() => moveTo(index - 1)}
              >
                {text('tool-inputs.move.up')}
              </TextButton>
              <TextButton
                startIcon={<ArrowDown />}
                disabled={disabled || index === count - 1}
                onClick={() => moveTo(index + 1)}
              >
                {text('tool-inputs.move.down')}
              </TextButton>
            </Flex>
          )}
        </Box>
      )}
    </Row>
  );
});
InputRow.displayName = 'InputRow';
