import * as React from 'react';
import {
  Box,
  Button,
  Field,
  Flex,
  IconButton,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import { Pencil, Trash } from '@strapi/icons';
import { MOST_EXAMPLES } from '../../../../../contracts/tool-fields';
import type { ToolExample } from '../../../../../contracts/tool-fields';
import { useText } from '../../../components/Texts';
import { ExampleName } from './ExampleName';

interface ExamplesProps {
  examples: readonly ToolExample[];
  /** the name of the one that the form was filled with */
  chosen: string | null;
  /** whether the form says something else by now */
  isChanged: boolean;
  /** what stands in the form; null when it cannot be read */
  inputs: Record<string, unknown> | null;
  /** tells the person why nothing can be kept */
  onUnreadable(): void;
  /** null for those who may not change the tool */
  onChange: ((examples: ToolExample[]) => void) | null;
  /** also for one that has just been made or renamed */
  onChoose(example: ToolExample): void;
  onDelete(): void;
}

/** The inputs that are kept with the tool under a name: to choose, keep, rename and delete. */
export const Examples = ({
  examples,
  chosen,
  isChanged,
  inputs,
  onUnreadable,
  onChange,
  onChoose,
  onDelete,
}: ExamplesProps) => {
  const text = useText();
  const [asking, setAsking] = React.useState<'save-as' | 'rename' | null>(null);
  const select = React.useRef<HTMLDivElement>(null);
  const saveAs = React.useRef<HTMLButtonElement>(null);
  /** Goes to what is there when the button that was pressed is not any more. */
  const keepFocus = (isSelectLeft: boolean): void =>
    (isSelectLeft ? select.current : saveAs.current)?.focus();
  const current = examples.find(({ name }) => name === chosen) ?? null;

  const replace = (example: ToolExample): void => {
    onChange?.(examples.map((other) => (other === current ? example : other)));
    onChoose(example);
  };
  const takeName = (name: string): void => {
    if (asking === 'rename' && current) replace({ name, inputs: current.inputs });
    else if (inputs) {
      onChange?.([...examples, { name, inputs }]);
      onChoose({ name, inputs });
    }
    setAsking(null);
  };
  const remove = (): void => {
    onChange?.(examples.filter((other) => other !== current));
    onDelete();
    keepFocus(examples.length > 1);
  };

  return (
    <Flex gap={2} alignItems="flex-end" wrap="wrap">
      {examples.length > 0 && (
        <Box flex="1" minWidth="18rem">
          <Field.Root name="playground.example">
            <Field.Label>{text('playground.example')}</Field.Label>
            <SingleSelect
              ref={select}
              placeholder={text('playground.example-choose')}
              value={current?.name ?? ''}
              onChange={(name) => {
                const example = examples.find((one) => one.name === String(name));
                if (example) onChoose(example);
              }}
            >
              {examples.map(({ name }) => (
                <SingleSelectOption key={name} value={name}>
                  {name}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Box>
      )}
      {onChange && (
        <>
          {current && (
            <>
              <IconButton
                type="button"
                size="L"
                label={text('playground.example-rename')}
                onClick={() => setAsking('rename')}
              >
                <Pencil />
              </IconButton>
              <IconButton type="button" size="L" label={text('playground.example-delete')} onClick={remove}>
                <Trash />
              </IconButton>
            </>
          )}
          {current && isChanged && (
            <Button
              type="button"
              variant="secondary"
              size="L"
              onClick={() => {
                if (!inputs) return onUnreadable();
                replace({ name: current.name, inputs });
                keepFocus(true);
              }}
            >
              {text('playground.example-update')}
            </Button>
          )}
          {examples.length < MOST_EXAMPLES && (
            <Button
              ref={saveAs}
              type="button"
              variant="tertiary"
              // as high as the choice beside it, where there is one
              size={examples.length > 0 ? 'L' : 'S'}
              onClick={() => (inputs ? setAsking('save-as') : onUnreadable())}
            >
              {text('playground.example-save')}
            </Button>
          )}
        </>
      )}
      {asking && (
        <ExampleName
          title={text(asking === 'rename' ? 'playground.example-rename' : 'playground.example-save')}
          initialName={asking === 'rename' ? (current?.name ?? '') : ''}
          taken={examples.filter((one) => asking !== 'rename' || one !== current).map(({ name }) => name)}
          onName={takeName}
          onClose={() => setAsking(null)}
        />
      )}
    </Flex>
  );
};
