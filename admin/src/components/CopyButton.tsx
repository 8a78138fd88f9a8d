import { Button } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { copyText } from './copy-text';
import { useText } from './Texts';

/** Copies a text, and says so. `label` names what is copied. */
export const CopyButton = ({ label, value }: { label: string; value: string }) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(value);
    toggleNotification({
      type: isCopied ? 'success' : 'warning',
      message: text(isCopied ? 'playground.copied' : 'playground.not-copied'),
    });
  };
  return (
    <Button
      type="button"
      variant="tertiary"
      size="S"
      startIcon={<Duplicate />}
      aria-label={text('playground.copy-what', { what: label })}
      onClick={() => void copy()}
    >
      {text('playground.copy')}
    </Button>
  );
};
