import { LinkButton } from '@strapi/design-system';
import type { LinkButtonProps } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';

/** A link to another page of the panel that looks like a button. */
export const ButtonLink = ({
  to,
  ...rest
}: Omit<LinkButtonProps<typeof NavLink>, 'tag'> & { to: string }) => (
  <LinkButton tag={NavLink} to={to} variant="secondary" {...rest} />
);
