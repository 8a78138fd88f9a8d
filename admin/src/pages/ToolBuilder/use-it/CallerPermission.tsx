import { Flex, Typography } from '@strapi/design-system';
import { useAuth, useStrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../../../../contracts/plugin-id';
import { ButtonLink } from '../../../components/ButtonLink';
import { useText } from '../../../components/Texts';

const ACTION = `plugin::${PLUGIN_ID}.execute.run`;

/** The host's plugin for the users of a site, which a site may do without. */
const USERS = 'users-permissions';
const ROLES = { to: `/settings/${USERS}/roles`, action: `plugin::${USERS}.roles.read` };
const TOKENS = { to: '/settings/api-tokens', action: 'admin::api-tokens.access' };

/** What somebody who calls over the network must be allowed, and where that is granted. */
export const CallerPermission = () => {
  const text = useText();
  const permissions = useAuth('AiToolsCaller', (state) => state.permissions);
  const hasUsers = useStrapiApp('AiToolsCaller', ({ plugins }) => USERS in plugins);
  const mayOpen = (wanted: string): boolean => permissions.some(({ action }) => action === wanted);
  const leadsToRoles = hasUsers && mayOpen(ROLES.action);
  const leadsToTokens = mayOpen(TOKENS.action);
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="delta" tag="h3">
        {text('use-it.permission')}
      </Typography>
      <Typography>
        {text(hasUsers ? 'use-it.permission-text' : 'use-it.permission-token', { action: ACTION })}
      </Typography>
      {(leadsToRoles || leadsToTokens) && (
        <Flex gap={2} wrap="wrap">
          {leadsToRoles && (
            <ButtonLink to={ROLES.to} size="S">
              {text('use-it.roles')}
            </ButtonLink>
          )}
          {leadsToTokens && (
            <ButtonLink to={TOKENS.to} size="S">
              {text('use-it.tokens')}
            </ButtonLink>
          )}
        </Flex>
      )}
      <Typography variant="pi" textColor="neutral600">
        {text('use-it.token-text')}
      </Typography>
    </Flex>
  );
};
