import { Flex, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';

/** Says what follows from a choice, before it is saved; null while there is nothing to say. */
export const Caution = ({ text }: { text: string | null }) => (
  // always there, so that a screen reader tells what appears in it
  <div role="status">
    {text !== null && (
      <Flex gap={2} alignItems="flex-start" background="warning100" hasRadius padding={3} marginTop={2}>
        <WarningCircle
          width="1.6rem"
          height="1.6rem"
          fill="warning600"
          aria-hidden
          style={{ flexShrink: 0 }}
        />
        <Typography variant="pi" textColor="neutral800">
          {text}
        </Typography>
      </Flex>
    )}
  </div>
);
