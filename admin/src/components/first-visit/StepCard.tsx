import type { ReactNode } from 'react';
import { Box, Flex, Typography, VisuallyHidden } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { useText } from '../Texts';

interface StepCardProps {
  number: number;
  title: string;
  explanation: string;
  isDone: boolean;
  /** how to do it; nothing for those who may not */
  children?: ReactNode;
}

/** One step of the first visit, ticked when it is done. */
export const StepCard = ({ number, title, explanation, isDone, children }: StepCardProps) => {
  const text = useText();
  return (
    <Flex direction="column" alignItems="flex-start" gap={2} height="100%">
      <Flex gap={2}>
        <Flex
          justifyContent="center"
          width="2.4rem"
          height="2.4rem"
          borderRadius="50%"
          background={isDone ? 'success100' : 'primary100'}
          color="success600"
          flex="0 0 auto"
          aria-hidden
        >
          {isDone ? (
            <Check width="1.2rem" height="1.2rem" />
          ) : (
            <Typography variant="pi" fontWeight="bold" textColor="primary700">
              {number}
            </Typography>
          )}
        </Flex>
        <Typography variant="delta" tag="h3">
          {title}
          {isDone && <VisuallyHidden> ({text('first.done')})</VisuallyHidden>}
        </Typography>
      </Flex>
      <Typography textColor="neutral600">{explanation}</Typography>
      {children && (
        <Box marginTop="auto" paddingTop={1}>
          {children}
        </Box>
      )}
    </Flex>
  );
};
