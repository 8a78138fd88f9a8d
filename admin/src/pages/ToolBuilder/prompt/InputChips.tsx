import * as React from 'react';
import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../../components/Texts';

const Chip = styled.button<{ $isUnused: boolean }>`
  padding: 0.2rem 0.8rem;
  border: 1px ${({ $isUnused }) => ($isUnused ? 'dashed' : 'solid')}
    ${({ theme, $isUnused }) => ($isUnused ? theme.colors.neutral500 : theme.colors.primary200)};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme, $isUnused }) => ($isUnused ? 'transparent' : theme.colors.primary100)};
  color: ${({ theme, $isUnused }) => ($isUnused ? theme.colors.neutral700 : theme.colors.primary700)};
  font-size: 1.2rem;
  line-height: 1.8rem;
  cursor: pointer;

  &:disabled {
    cursor: default;
  }

  &:hover:not(:disabled) {
    border-color: ${({ theme }) => theme.colors.primary600};
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }

  code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
  }
`;

interface InputChipProps {
  name: string;
  description: string | null;
  isUnused: boolean;
  disabled: boolean;
  onInsert(name: string): void;
}

/** Drawn again only when it changes itself: there may be many of them beside a text that is being typed. */
const InputChip = React.memo(({ name, description, isUnused, disabled, onInsert }: InputChipProps) => {
  const text = useText();
  return (
    <Chip
      type="button"
      title={description ?? undefined}
      disabled={disabled}
      $isUnused={isUnused}
      onClick={() => onInsert(name)}
    >
      <code>{`{{${name}}}`}</code>
      {isUnused && (
        <Typography variant="pi" textColor="neutral600" tag="span">
          {' '}
          {text('prompt-editor.unused')}
        </Typography>
      )}
    </Chip>
  );
});
InputChip.displayName = 'InputChip';

interface InputChipsProps {
  /** of the field they write into */
  label: string;
  inputs: readonly { name: string; description: string | null }[];
  unused: readonly string[];
  disabled: boolean;
  /** the same function each time, or every chip is drawn again */
  onInsert(name: string): void;
}

/** Every input as a button that writes it into the text; those that no text uses yet say so. */
export const InputChips = ({ label, inputs, unused, disabled, onInsert }: InputChipsProps) => {
  const text = useText();
  if (inputs.length === 0) return null;
  return (
    <Flex
      role="group"
      aria-label={text('prompt-editor.insert', { field: label })}
      gap={2}
      wrap="wrap"
      paddingTop={1}
      paddingBottom={1}
    >
      {inputs.map(({ name, description }) => (
        <InputChip
          key={name}
          name={name}
          description={description}
          isUnused={unused.includes(name)}
          disabled={disabled}
          onInsert={onInsert}
        />
      ))}
    </Flex>
  );
};
