import type { ReactNode } from 'react';
import { Box } from '@strapi/design-system';
import { RESPONSIVE_DEFAULT_SPACING } from '@strapi/strapi/admin';
import { styled } from 'styled-components';

/** From this width on the form and what stands beside it both have room. */
export const WIDE = '(min-width: 1280px)';

const Bench = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  @media ${WIDE} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
  // the side has forms of its own, which must not stand within the tool's; on the screen they are neighbours
  > form {
    display: contents;
  }
  > form > .builder-head {
    grid-column: 1 / -1;
  }
`;

const Side = styled(Box)`
  @media ${WIDE} {
    position: sticky;
    // beneath the host's header, which stays at the top
    top: 8.4rem;
    max-height: calc(100vh - 10rem);
    overflow-y: auto;
    padding-left: 0;
  }
`;

interface BuilderLayoutProps {
  /** a form of two children: `.builder-head` and the fields */
  form: ReactNode;
  side: ReactNode;
  isSideShown: boolean;
}

/** The form of a tool and, where there is room, what it does beside it. */
export const BuilderLayout = ({ form, side, isSideShown }: BuilderLayoutProps) => (
  <Bench>
    {form}
    {/* hidden and not gone: a run goes on, and what was typed stays */}
    <Side
      paddingLeft={RESPONSIVE_DEFAULT_SPACING}
      paddingRight={RESPONSIVE_DEFAULT_SPACING}
      paddingBottom={10}
      hidden={!isSideShown}
    >
      {side}
    </Side>
  </Bench>
);
