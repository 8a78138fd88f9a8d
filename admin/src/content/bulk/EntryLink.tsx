import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { entryAddress } from './entry-address';

const Inline = styled(Link)`
  color: ${({ theme }) => theme.colors.primary600};
  font-size: 1.4rem;
  overflow-wrap: anywhere;
  text-underline-offset: 0.2em;
`;

interface EntryLinkProps {
  contentType: string;
  documentId: string;
  locale: string | null;
  children: ReactNode;
}

/** Leads to where the host edits an entry. */
export const EntryLink = ({ contentType, documentId, locale, children }: EntryLinkProps) => (
  <Inline to={entryAddress(contentType, documentId, locale)}>{children}</Inline>
);
