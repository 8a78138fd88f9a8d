import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

/** A titled part of a page. */
export const Panel = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <Box tag="section" aria-label={title} background="neutral0" hasRadius shadow="tableShadow" padding={6}>
    <Typography variant="delta" tag="h2">
      {title}
    </Typography>
    {text && (
      <Box paddingTop={1}>
        <Typography textColor="neutral600">{text}</Typography>
      </Box>
    )}
    <Flex direction="column" alignItems="stretch" gap={5} paddingTop={5}>
      {children}
    </Flex>
  </Box>
);
