import * as React from 'react';
import { Page } from '@strapi/strapi/admin';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The host's name for what scrolls: a frame around all pages of the plugin, which stays when another page is shown. */
const FRAME = '[data-strapi-main-content]';

/** Where pages were left, in pixels from the top, by entry of the browser's history. */
const positions = new Map<string, number>();

// before anything is painted, and gone before the next page moves the frame: it would be remembered as this one's
const usePosition = (): void => {
  const { key } = useLocation();
  const isComingBack = useNavigationType() === 'POP';

  React.useLayoutEffect(() => {
    const frame = document.querySelector(FRAME);
    if (frame) frame.scrollTop = isComingBack ? (positions.get(key) ?? 0) : 0;
    // another address of the same page, such as that of a filter, moves nothing
  }, []);

  React.useLayoutEffect(() => {
    const frame = document.querySelector(FRAME);
    const remember = (): void => {
      if (frame) positions.set(key, frame.scrollTop);
    };
    frame?.addEventListener('scroll', remember, { passive: true });
    return () => frame?.removeEventListener('scroll', remember);
  }, [key]);
};

/**
 * What a page shows. It begins at its top, or where somebody left it who comes back to it. Else it would be shown from
 * wherever the page before had been scrolled to, and the host's header, which has another form there, would be made
 * anew under the hands of whoever has the focus in it.
 */
export const PageMain = (props: React.ComponentProps<typeof Page.Main>) => {
  usePosition();
  return <Page.Main {...props} />;
};
