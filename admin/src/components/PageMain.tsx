import * as React from 'react';
import { Page } from '@strapi/strapi/admin';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The host's name for what scrolls: a frame around all pages of the plugin, which stays when another page is shown. */
const FRAME = '[data-strapi-main-content]';

/** Where pages were left, in pixels from the top, by entry of the browser's history. */
const positions = new Map<string, number>();

const usePosition = (): void => {
  const { key } = useLocation();
  const isComingBack = useNavigationType() === 'POP';
  const frame = React.useRef<Element | null>(null);

  React.useLayoutEffect(() => {
    frame.current = document.querySelector(FRAME);
    if (frame.current) frame.current.scrollTop = isComingBack ? (positions.get(key) ?? 0) : 0;
    // another address of the same page, such as that of a filter, moves nothing
  }, []);

  React.useLayoutEffect(
    () => () => {
      // what the page showed is still there, and the frame where it was scrolled to
      if (frame.current) positions.set(key, frame.current.scrollTop);
    },
    [key],
  );
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
