import * as React from 'react';
import { Box, Button, Flex, TextInput, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { ProviderSettings } from '../../../../../contracts/providers';
import { FormField, useDisabled } from '../../../components/form/FormField';
import { useText } from '../../../components/Texts';
import { describeKey } from './key-text';

interface KeyFieldProps {
  /** null for one that is being added */
  provider: ProviderSettings | null;
  locked: string | null;
}

/** The key: typed once, from then on only its end is shown. It can be replaced and taken away, and never read. */
export const KeyField = ({ provider, locked }: KeyFieldProps) => {
  const text = useText();
  const { value, onChange } = useField<string | null>('api_key');
  const disabled = useDisabled({ locked });
  const [isReplacing, setReplacing] = React.useState(false);
  const texts = { name: 'api_key', label: text('provider.key'), locked };

  // a saved key is shown by its end again
  React.useEffect(() => setReplacing(false), [provider]);

  const set = (next: string | null) => onChange('api_key', next);
  if (locked && provider) {
    return (
      <FormField {...texts}>
        <TextInput disabled value={describeKey(provider, text)} />
      </FormField>
    );
  }

  const isStored = provider?.key.source === 'stored';
  if (provider && isStored && value === null) {
    return (
      <FormField {...texts} hint={text('key.removed-hint')}>
        <Flex gap={3}>
          <Typography textColor="danger600">{text('key.removed')}</Typography>
          <Button type="button" variant="tertiary" size="S" onClick={() => set('')}>
            {text('key.keep')}
          </Button>
        </Flex>
      </FormField>
    );
  }
  if (provider && isStored && !isReplacing && value === '') {
    return (
      <FormField {...texts} hint={text('key.stored-hint')}>
        <Flex gap={2}>
          <Box flex="1">
            <TextInput disabled value={describeKey(provider, text)} />
          </Box>
          {!disabled && (
            <>
              <Button type="button" variant="secondary" onClick={() => setReplacing(true)}>
                {text('key.replace')}
              </Button>
              <Button type="button" variant="danger-light" onClick={() => set(null)}>
                {text('key.remove')}
              </Button>
            </>
          )}
        </Flex>
      </FormField>
    );
  }
  return (
    <FormField {...texts} hint={text('key.hint')}>
      <Flex gap={2} alignItems="stretch">
        <Box flex="1">
          <TextInput
            type="password"
            autoComplete="new-password"
            disabled={disabled}
            value={value ?? ''}
            onChange={(event) => set(event.target.value)}
          />
        </Box>
        {isReplacing && (
          <Button
            type="button"
            variant="tertiary"
            onClick={() => {
              set('');
              setReplacing(false);
            }}
          >
            {text('key.keep')}
          </Button>
        )}
      </Flex>
    </FormField>
  );
};
