import * as React from 'react';
import { Box, Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Plus, Trash } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import { useDisabled } from '../../../components/form/FormField';
import { TextField } from '../../../components/form/TextField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { writeJson } from '../form/json-text';
import type { FunctionValues } from '../form/tool-values';
import { JsonField } from './JsonField';
import { ListFault } from './ListFault';

const BEGINNING: FunctionValues = {
  name: null,
  description: null,
  parameters: writeJson({ type: 'object', properties: {} }),
};

interface FunctionRowProps {
  index: number;
  name: string | null;
  /** null for those who may only look */
  onRemove: (() => void) | null;
}

const FunctionRow = ({ index, name, onRemove }: FunctionRowProps) => {
  const text = useText();
  const title = name ?? text('tool-builder.function', { number: index + 1 });
  const path = `functions[${index}]`;
  return (
    <Box tag="li" borderColor="neutral200" hasRadius padding={4} aria-label={title}>
      <Flex justifyContent="space-between" paddingBottom={3}>
        <Typography variant="sigma" textColor="neutral600" tag="h3">
          {title}
        </Typography>
        {onRemove && (
          <IconButton
            type="button"
            variant="ghost"
            label={text('tool-builder.remove', { what: title })}
            onClick={onRemove}
          >
            <Trash />
          </IconButton>
        )}
      </Flex>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <TextField
          name={`${path}.name`}
          label={text('tool-builder.function-name')}
          hint={text('tool-builder.function-name-hint')}
          required
        />
        <TextField
          name={`${path}.description`}
          label={text('tool-builder.function-description')}
          hint={text('tool-builder.function-description-hint')}
        />
        <JsonField
          name={`${path}.parameters`}
          label={text('tool-builder.function-parameters')}
          hint={text('tool-builder.function-parameters-hint')}
        />
      </Flex>
    </Box>
  );
};

/** The functions that a model may ask for in place of an answer. */
export const FunctionFields = () => {
  const text = useText();
  const { value: functions = [], onChange } = useField<readonly FunctionValues[]>('functions');
  const disabled = useDisabled({});
  const add = React.useRef<HTMLButtonElement>(null);
  const set = (next: readonly FunctionValues[]) => onChange('functions', next);

  return (
    <Panel title={text('tool-builder.section.functions')} text={text('tool-builder.section.functions-text')}>
      {functions.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {functions.map(({ name }, index) => (
            <FunctionRow
              // a function has no name of its own until one is typed
              key={index}
              index={index}
              name={name}
              onRemove={
                disabled
                  ? null
                  : () => {
                      set(functions.filter((_row, other) => other !== index));
                      add.current?.focus();
                    }
              }
            />
          ))}
        </Flex>
      )}
      <ListFault name="functions" />
      {!disabled && (
        <Flex>
          <Button
            ref={add}
            type="button"
            variant="secondary"
            size="S"
            startIcon={<Plus />}
            onClick={() => set([...functions, BEGINNING])}
          >
            {text('tool-builder.function-add')}
          </Button>
        </Flex>
      )}
    </Panel>
  );
};
