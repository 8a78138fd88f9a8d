import * as React from 'react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { usePermission } from '../use-permission';
import { logsAddress } from './logs-address';
import type { LogsQuery } from './logs-address';

/** What every link of a page to the log has in common, such as its time. */
export const LogsScope = React.createContext<LogsQuery>({});

const FigureLink = styled(NavLink)`
  color: inherit;
  text-decoration: underline dotted 1px ${({ theme }) => theme.colors.neutral400};
  text-underline-offset: 0.3em;
  &:hover,
  &:focus-visible {
    color: ${({ theme }) => theme.colors.primary600};
    text-decoration: underline;
  }
`;

interface LogsLinkProps {
  /** besides what is in the scope; null for a figure that no rows can be told apart for */
  query: LogsQuery | null;
  /** where the figure alone does not say it */
  label?: string;
  children: ReactNode;
}

/** A figure that leads to the rows of the log behind it, for those who may read them. */
export const LogsLink = ({ query, label, children }: LogsLinkProps) => {
  const scope = React.useContext(LogsScope);
  const mayRead = usePermission('readLogs');
  if (!mayRead || !query) return <>{children}</>;
  return (
    <FigureLink to={logsAddress({ ...scope, ...query })} aria-label={label}>
      {children}
    </FigureLink>
  );
};
