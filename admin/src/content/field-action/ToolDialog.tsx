import { Box, Button, Loader, Modal, Typography } from '@strapi/design-system';
import type { JsonObject } from '../../../../contracts/json-object';
import { useListContentToolsQuery } from '../../api/content';
import { useMappingsQuery } from '../../api/content-runs';
import { Notice } from '../../components/Notice';
import { useText } from '../../components/Texts';
import { CloseButton } from './CloseButton';
import type { Insertion } from './insertion';
import { ToolForm } from './ToolForm';
import type { OneContentRun } from './use-content-run';
import type { EntryForm } from './use-entry-form';
import type { ToolChoices } from './use-tool-choices';

export interface ToolDialogProps {
  model: string;
  form: EntryForm;
  choices: ToolChoices;
  content: OneContentRun;
  /** the values of the form when the run that is there began */
  startValues: JsonObject;
  onStart(values: JsonObject): void;
  onInsert(insertion: Insertion, label: string): void;
}

/** What the dialog needs to know first, or why it cannot. */
const Content = (props: ToolDialogProps) => {
  const text = useText();
  const tools = useListContentToolsQuery();
  const mappings = useMappingsQuery({ content_type: props.model });
  const isLoading = tools.isLoading || mappings.isLoading;
  const known = tools.data?.data.tools ?? [];
  if (!isLoading && known.length > 0) {
    return (
      <ToolForm
        {...props}
        tools={known}
        mappings={mappings.data?.data ?? {}}
        isForgetful={mappings.isError}
      />
    );
  }
  return (
    <>
      <Modal.Body>
        <Box>
          {isLoading && <Loader>{text('field-action.loading')}</Loader>}
          {tools.isError && (
            <Notice look="danger" title={text('field-action.unreadable')}>
              <Button type="button" variant="tertiary" onClick={() => void tools.refetch()}>
                {text('field-action.read-again')}
              </Button>
            </Notice>
          )}
          {tools.isSuccess && !isLoading && <Typography>{text('field-action.no-tools')}</Typography>}
        </Box>
      </Modal.Body>
      <Modal.Footer>
        <CloseButton />
      </Modal.Footer>
    </>
  );
};

/** The room for choosing a tool, running it and looking at what came of it. */
export const ToolDialog = (props: ToolDialogProps) => {
  const text = useText();
  return (
    <Modal.Content aria-describedby={undefined}>
      <Modal.Header closeLabel={text('field-action.close')}>
        <Modal.Title>{text('field-action.title')}</Modal.Title>
      </Modal.Header>
      <Content {...props} />
    </Modal.Content>
  );
};
