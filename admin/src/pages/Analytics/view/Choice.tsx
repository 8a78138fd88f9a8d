import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  onChoose(value: Value): void;
  /** for what can be left open */
  clear?: { label: string; onClear(): void };
}

/** Chooses one of a few, in the line above the page. */
export const Choice = <Value extends string>({
  label,
  value,
  options,
  onChoose,
  clear,
}: ChoiceProps<Value>) => (
  <SingleSelect
    size="S"
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={(chosen) => {
      const option = options.find((one) => one.value === chosen);
      if (option) onChoose(option.value);
    }}
    {...(clear && { onClear: clear.onClear, clearLabel: clear.label })}
  >
    {options.map((option) => (
      <SingleSelectOption key={option.value} value={option.value}>
        {option.label}
      </SingleSelectOption>
    ))}
  </SingleSelect>
);
