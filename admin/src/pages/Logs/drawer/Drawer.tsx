import { Modal } from '@strapi/design-system';
import { styled } from 'styled-components';

/** The design system has dialogs in the middle of the page only; beside the rows, more of them stay in sight. */
export const Drawer = styled(Modal.Content)`
  && {
    top: 0;
    right: 0;
    bottom: 0;
    left: auto;
    width: min(64rem, 100vw);
    max-width: none;
    height: 100%;
    max-height: none;
    transform: none;
    border-radius: 0;
    animation: none;
  }
`;
