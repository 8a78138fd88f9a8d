import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { UNLOADED_LABEL } from './unloaded-label';

/** In place of what could not be loaded, or has failed: the entry around it stays open. */
export const Unloaded = () => {
  const { formatMessage } = useIntl();
  return <Typography textColor="danger600">{formatMessage(UNLOADED_LABEL)}</Typography>;
};
