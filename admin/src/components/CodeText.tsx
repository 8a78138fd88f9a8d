import { Box, Flex, Typography } from '@strapi/design-system';
import { CopyButton } from './CopyButton';

interface CodeTextProps {
  /** names the text, for the eye and for the copy button */
  label: string;
  value: string;
}

/** A text as it is, to be read and copied; a long one scrolls. */
export const CodeText = ({ label, value }: CodeTextProps) => (
  <Flex direction="column" alignItems="stretch" gap={2} width="100%" minWidth={0}>
    <Flex justifyContent="space-between" gap={2}>
      <Typography variant="pi" fontWeight="bold">
        {label}
      </Typography>
      <CopyButton label={label} value={value} />
    </Flex>
    <Box
      tag="pre"
      role="group"
      aria-label={label}
      // what scrolls must be within reach of the keyboard
      tabIndex={0}
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      padding={3}
      maxHeight="40rem"
      overflow="auto"
    >
      <Typography
        tag="code"
        style={{ fontFamily: 'monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {value}
      </Typography>
    </Box>
  </Flex>
);
