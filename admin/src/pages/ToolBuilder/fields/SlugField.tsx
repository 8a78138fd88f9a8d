import * as React from 'react';
import { Button, Flex, TextInput, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { AdminTool } from '../../../../../contracts/tool-admin';
import { FormField, useDisabled } from '../../../components/form/FormField';
import { useText } from '../../../components/Texts';
import { describeSlug } from '../form/describe-slug';
import type { SlugCheck } from '../form/describe-slug';
import { SlugWarning } from './SlugWarning';

interface SlugFieldProps {
  tool: AdminTool | null;
  slug: string | null;
  check: SlugCheck | null;
}

/** The tool's part of its address: follows the name until somebody writes one; emptied, it does so again, or is what was saved. */
export const SlugField = ({ tool, slug, check }: SlugFieldProps) => {
  const text = useText();
  const { onChange } = useField<string | null>('slug');
  const disabled = useDisabled({});
  const input = React.useRef<HTMLInputElement>(null);
  const saved = tool?.fields.slug ?? null;
  const { shown, state, suggestion } = describeSlug({ typed: slug, saved, check });
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <FormField name="slug" label={text('tool-builder.slug')} hint={text(`tool-builder.slug.${state}`)}>
        <TextInput
          ref={input}
          disabled={disabled}
          value={shown}
          onChange={(event) => onChange('slug', event.target.value)}
          onBlur={() => slug === '' && onChange('slug', saved)}
        />
      </FormField>
      {suggestion !== null && !disabled && (
        <Flex gap={2} role="status">
          <Typography textColor="danger600" variant="pi">
            {text('tool-builder.slug-taken')}
          </Typography>
          <Button
            type="button"
            size="S"
            variant="tertiary"
            onClick={() => {
              onChange('slug', suggestion);
              // the button goes away, and the focus must not go with it
              input.current?.focus();
            }}
          >
            {text('tool-builder.slug-use', { slug: suggestion })}
          </Button>
        </Flex>
      )}
      {tool && saved !== null && slug !== null && slug !== '' && slug !== saved && (
        <SlugWarning id={tool.id} slug={saved} />
      )}
    </Flex>
  );
};
