import { Button, Modal } from '@strapi/design-system';
import { useText } from '../../components/Texts';

/** Leaves the dialog; what runs goes on. */
export const CloseButton = () => {
  const text = useText();
  return (
    <Modal.Close>
      <Button type="button" variant="tertiary">
        {text('field-action.close')}
      </Button>
    </Modal.Close>
  );
};
