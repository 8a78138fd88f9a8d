import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Information, WarningCircle } from '@strapi/icons';

const LOOKS = {
  info: { background: 'primary100', border: 'primary200', fill: 'primary700', Icon: Information },
  warning: { background: 'warning100', border: 'warning200', fill: 'warning700', Icon: WarningCircle },
  danger: { background: 'danger100', border: 'danger200', fill: 'danger700', Icon: WarningCircle },
} as const;

interface NoticeProps {
  look: keyof typeof LOOKS;
  title: string;
  /** when the title does not say it all */
  children?: ReactNode;
}

/** Something to know about a page or a field, which stays as long as it holds. */
export const Notice = ({ look, title, children }: NoticeProps) => {
  const { background, border, fill, Icon } = LOOKS[look];
  return (
    <Flex background={background} borderColor={border} hasRadius padding={4} gap={3} alignItems="flex-start">
      <Box paddingTop="2px">
        <Icon fill={fill} width="1.6rem" height="1.6rem" aria-hidden />
      </Box>
      <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0} flex="1">
        <Typography fontWeight={children ? 'bold' : undefined} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {typeof children === 'string' ? (
          <Typography style={{ overflowWrap: 'anywhere' }}>{children}</Typography>
        ) : (
          children
        )}
      </Flex>
    </Flex>
  );
};
