import * as React from 'react';
import { Button, Flex } from '@strapi/design-system';
import { Plus, Trash } from '@strapi/icons';
import { useField } from '@strapi/strapi/admin';
import { useDisabled } from '../../../components/form/FormField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { writeJson } from '../form/json-text';
import { JsonField } from './JsonField';

const BEGINNING = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

/** The form of the answer: free text, or JSON that a schema describes. */
export const ResponseFields = () => {
  const text = useText();
  const { value = null, onChange } = useField<string | null>('response_schema');
  const disabled = useDisabled({});
  // who takes it away by accident gets it back
  const latest = React.useRef<string | null>(null);
  const set = (next: string | null) => onChange('response_schema', next);
  return (
    <Panel
      title={text('tool-builder.section.response')}
      text={text(value === null ? 'tool-builder.response-free' : 'tool-builder.response-json')}
    >
      {value !== null && (
        <JsonField
          name="response_schema"
          label={text('tool-builder.response')}
          hint={text('tool-builder.response-hint')}
          minHeight="20rem"
        />
      )}
      {!disabled && (
        <Flex>
          {value === null ? (
            <Button
              type="button"
              variant="secondary"
              size="S"
              startIcon={<Plus />}
              onClick={() => set(latest.current ?? writeJson(BEGINNING))}
            >
              {text('tool-builder.response-add')}
            </Button>
          ) : (
            <Button
              type="button"
              variant="danger-light"
              size="S"
              startIcon={<Trash />}
              onClick={() => {
                latest.current = value;
                set(null);
              }}
            >
              {text('tool-builder.response-remove')}
            </Button>
          )}
        </Flex>
      )}
    </Panel>
  );
};
