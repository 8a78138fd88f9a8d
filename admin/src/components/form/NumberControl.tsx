import * as React from 'react';
import { NumberInput } from '@strapi/design-system';
import { useIntl } from 'react-intl';

interface NumberControlProps {
  value: number | null;
  /** null when nothing is typed, or no number */
  onChange(value: number | null): void;
  placeholder?: string;
  step?: number;
  disabled?: boolean;
}

/** A number to be typed, that also shows a value that came from elsewhere: a preset, a reset, an example. */
export const NumberControl = ({ value, onChange, ...props }: NumberControlProps) => {
  const { locale } = useIntl();
  const input = React.useRef<HTMLInputElement>(null);
  const typed = React.useRef(value);
  const hadFocus = React.useRef(false);
  const [generation, setGeneration] = React.useState(0);

  // the input keeps what was typed whatever its value becomes; only a new one shows another
  React.useLayoutEffect(() => {
    if (value === typed.current) return;
    typed.current = value;
    hadFocus.current = input.current === document.activeElement;
    setGeneration((before) => before + 1);
  }, [value]);
  React.useLayoutEffect(() => {
    if (hadFocus.current) input.current?.focus();
  }, [generation]);

  return (
    <NumberInput
      {...props}
      key={generation}
      ref={input}
      locale={locale}
      value={value ?? undefined}
      onValueChange={(next) => {
        // more digits than a number has make Infinity, which no JSON can hold
        typed.current = next !== undefined && Number.isFinite(next) ? next : null;
        onChange(typed.current);
      }}
    />
  );
};
