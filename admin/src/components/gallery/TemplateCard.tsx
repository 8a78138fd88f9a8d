import type { ComponentType, ReactNode, SVGProps } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

const Card = styled(Link)`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.spaces[3]};
  height: 100%;
  padding: ${({ theme }) => theme.spaces[5]};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral0};
  color: inherit;
  text-decoration: none;

  &:hover {
    border-color: ${({ theme }) => theme.colors.primary600};
    background: ${({ theme }) => theme.colors.primary100};
  }

  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }
`;

interface TemplateCardProps {
  to: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  name: string;
  description: string;
  /** what it takes, at the card's foot */
  children?: ReactNode;
}

/** One way to begin a tool; the whole card is the link. */
export const TemplateCard = ({ to, icon: Icon, name, description, children }: TemplateCardProps) => (
  <Card to={to}>
    <Flex gap={3}>
      <Flex
        justifyContent="center"
        width="3.2rem"
        height="3.2rem"
        hasRadius
        background="primary100"
        color="primary600"
        flex="0 0 auto"
        aria-hidden
      >
        <Icon width="1.6rem" height="1.6rem" />
      </Flex>
      <Typography variant="omega" fontWeight="bold" textColor="neutral800" tag="h3">
        {name}
      </Typography>
    </Flex>
    <Typography variant="omega" textColor="neutral600">
      {description}
    </Typography>
    {children && <Box marginTop="auto">{children}</Box>}
  </Card>
);
