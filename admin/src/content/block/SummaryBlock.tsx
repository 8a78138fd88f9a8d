import * as React from 'react';
import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { Sparkle } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import { Boundary } from '../Boundary';
import { Unloaded } from '../Unloaded';
import { BLOCK_LABEL } from './block-label';
import type { BlocksEditor } from './blocks-editor';
import { focusEditor } from './focus-card';

export interface BlockElementProps {
  /** ties the element to the editor */
  attributes: { ref: React.RefCallback<HTMLElement>; dir?: 'rtl' };
  /** the editor's own text, which stands for the block where there is a caret */
  children: React.ReactNode;
  element: object;
}

interface SummaryBlockProps extends BlockElementProps {
  /** null where the block is only shown */
  editor: BlocksEditor | null;
}

const SummaryForm = React.lazy(() =>
  import('./SummaryForm').then(({ SummaryForm: Form }) => ({ default: Form })),
);

const Loading = () => (
  <Flex justifyContent="center" padding={4} minHeight="8rem">
    <Loader small />
  </Flex>
);

/** The ring that the host puts around a selected image. */
const Card = styled(Box)`
  transition: box-shadow 0.2s;
  [data-slate-editor]:focus &[data-summary-card='selected'] {
    box-shadow: ${({ theme }) => theme.colors.primary600} 0 0 0 3px;
  }
`;

const isSelected = ({ selection, children }: BlocksEditor, element: object): boolean => {
  if (!selection) return false;
  const [from = 0, to = 0] = [selection.anchor.path[0], selection.focus.path[0]]
    .map(Number)
    .sort((a, b) => a - b);
  const index = children.indexOf(element);
  return index >= from && index <= to;
};

/** The block in the editor: all that is loaded with the panel is its frame. */
export const SummaryBlock = ({ attributes, children, element, editor }: SummaryBlockProps) => {
  const { formatMessage } = useIntl();
  const [card, setCard] = React.useState<HTMLElement | null>(null);
  const label = formatMessage(BLOCK_LABEL);

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    // it would save the whole entry
    if (key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
    // an open list, which is elsewhere on the page, takes the key for itself
    if (key === 'Escape' && target instanceof Node && currentTarget.contains(target))
      focusEditor(currentTarget);
  };
  return (
    <Box {...attributes} position="relative" width="100%">
      {children}
      <Card
        ref={setCard}
        contentEditable={false}
        role="group"
        aria-label={label}
        data-summary-card={editor && isSelected(editor, element) ? 'selected' : ''}
        background="neutral0"
        borderColor="neutral200"
        hasRadius
        onKeyDown={onKeyDown}
      >
        <Flex gap={2} paddingTop={3} paddingLeft={4} paddingRight={4}>
          <Sparkle fill="primary600" width="1.6rem" height="1.6rem" aria-hidden />
          <Typography fontWeight="bold">{label}</Typography>
        </Flex>
        <Boundary
          fallback={
            <Box padding={4}>
              <Unloaded />
            </Box>
          }
        >
          <React.Suspense fallback={<Loading />}>
            {card && <SummaryForm card={card} element={element} editor={editor} />}
          </React.Suspense>
        </Boundary>
      </Card>
    </Box>
  );
};
