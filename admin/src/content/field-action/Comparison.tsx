import * as React from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../components/Texts';
import { diffWords } from './word-diff';
import type { DiffPart } from './word-diff';

const Removed = styled.del`
  background: ${({ theme }) => theme.colors.danger100};
  color: ${({ theme }) => theme.colors.danger700};
`;
const Added = styled.ins`
  background: ${({ theme }) => theme.colors.success100};
  color: ${({ theme }) => theme.colors.success700};
  text-decoration: none;
`;

interface SideProps {
  title: string;
  /** what stands there while there is nothing */
  nothing: string;
  parts: readonly DiffPart[];
  Mark: typeof Removed | typeof Added;
}

/** One text, as text: whatever markup a model has written is there to be read, and does nothing. */
const Side = ({ title, nothing, parts, Mark }: SideProps) => (
  <Flex direction="column" alignItems="stretch" gap={2} flex="1 1 26rem" minWidth={0}>
    <Typography variant="pi" fontWeight="bold">
      {title}
    </Typography>
    <Box
      role="group"
      aria-label={title}
      tabIndex={0}
      borderColor="neutral200"
      hasRadius
      padding={4}
      maxHeight="32rem"
      overflow="auto"
      height="100%"
    >
      <Typography
        textColor={parts.length === 0 ? 'neutral600' : 'neutral800'}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {parts.length === 0
          ? nothing
          : parts.map(({ text, isShared }, index) =>
              // the parts of a text have nothing but their place
              isShared ? <span key={index}>{text}</span> : <Mark key={index}>{text}</Mark>,
            )}
      </Typography>
    </Box>
  </Flex>
);

const whole = (text: string): DiffPart[] => (text === '' ? [] : [{ text, isShared: true }]);

interface ComparisonProps {
  /** the text of the field as it is; null as long as none is chosen */
  before: string | null;
  /** whether there is something in the field, be it without any text */
  hasMore: boolean;
  /** as it would be */
  after: string;
  /** while it is being written there is nothing to compare yet */
  isComplete: boolean;
}

/** What stands in a field beside what would stand there, with what differs. */
export const Comparison = ({ before, hasMore, after, isComplete }: ComparisonProps) => {
  const text = useText();
  const diff = React.useMemo(
    () =>
      isComplete && before ? diffWords(before, after) : { before: whole(before ?? ''), after: whole(after) },
    [before, after, isComplete],
  );
  return (
    <Flex gap={4} wrap="wrap" alignItems="stretch">
      {before !== null && (
        <Side
          title={text('field-action.now')}
          nothing={text(hasMore ? 'field-action.no-text' : 'field-action.empty')}
          parts={diff.before}
          Mark={Removed}
        />
      )}
      <Side
        title={text(before === null ? 'field-action.answer' : 'field-action.new')}
        nothing={text(isComplete ? 'field-action.no-answer' : 'field-action.running')}
        parts={diff.after}
        Mark={Added}
      />
    </Flex>
  );
};
