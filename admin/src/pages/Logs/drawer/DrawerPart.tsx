import type { ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';

/** A titled part of the drawer. */
export const DrawerPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Flex tag="section" aria-label={title} direction="column" alignItems="stretch" gap={3}>
    <Typography variant="delta" tag="h3">
      {title}
    </Typography>
    {children}
  </Flex>
);
