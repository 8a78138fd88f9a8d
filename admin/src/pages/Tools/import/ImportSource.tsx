import * as React from 'react';
import { Button, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { Upload } from '@strapi/icons';
import { useText } from '../../../components/Texts';

/** A file that is dropped or chosen, or text that is pasted. */
export const ImportSource = ({ onContent }: { onContent(content: string): void }) => {
  const text = useText();
  const picker = React.useRef<HTMLInputElement>(null);
  const [isOver, setOver] = React.useState(false);
  const [pasted, setPasted] = React.useState('');
  const read = async (files: FileList | null): Promise<void> => {
    const file = files?.item(0);
    if (file) onContent(await file.text());
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Flex
        direction="column"
        gap={3}
        padding={6}
        hasRadius
        borderStyle="dashed"
        borderWidth="1px"
        borderColor={isOver ? 'primary600' : 'neutral300'}
        background={isOver ? 'primary100' : 'neutral100'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read(event.dataTransfer.files);
        }}
      >
        <Typography>{text('tools.import.drop')}</Typography>
        <Button variant="secondary" startIcon={<Upload />} onClick={() => picker.current?.click()}>
          {text('tools.import.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={({ target }) => {
            void read(target.files).finally(() => {
              // the same file may be chosen again after it was mended
              target.value = '';
            });
          }}
        />
      </Flex>
      <Field.Root hint={text('tools.import.paste-hint')} width="100%">
        <Field.Label>{text('tools.import.paste')}</Field.Label>
        <Textarea value={pasted} onChange={({ target }) => setPasted(target.value)} minHeight="16rem" />
        <Field.Hint />
      </Field.Root>
      <Flex justifyContent="flex-end">
        <Button variant="secondary" disabled={pasted.trim() === ''} onClick={() => onContent(pasted)}>
          {text('tools.import.check')}
        </Button>
      </Flex>
    </Flex>
  );
};
