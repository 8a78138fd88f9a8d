import { Box, Flex, Typography } from '@strapi/design-system';
import type { ProviderSettings } from '../../../contracts/providers';
import { pathTo } from '../sections';
import { ButtonLink } from './ButtonLink';
import { useText } from './Texts';
import { useMay } from './use-permission';

/** Somebody has set up a provider that answers for real: the sandbox is there from the start. */
const isSetUp = ({ state, kind, key, stored }: ProviderSettings): boolean =>
  state === 'ready' && kind !== 'sandbox' && (key.source !== null || stored !== null);

const STEPS = [
  { name: 'provider', path: 'settings/providers/openai', permission: 'updateSettings' },
  { name: 'test', path: 'settings/providers/sandbox', permission: 'updateSettings' },
  { name: 'tool', path: 'tools/new', permission: 'createTools' },
] as const;

/** Leads through the first visit, as long as no provider has been set up; then it is not there. */
export const FirstSteps = ({ providers }: { providers: ProviderSettings[] }) => {
  const text = useText();
  const may = useMay();
  if (providers.some(isSetUp)) return null;

  return (
    <Box
      tag="section"
      aria-labelledby="first-steps"
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={6}
    >
      <Typography id="first-steps" variant="beta" tag="h2">
        {text('first.title')}
      </Typography>
      <Box paddingTop={1} paddingBottom={5}>
        <Typography textColor="neutral600">{text('first.intro')}</Typography>
      </Box>
      <Flex tag="ol" gap={6} alignItems="stretch" wrap="wrap">
        {STEPS.map(({ name, path, permission }, index) => (
          <Flex
            key={name}
            tag="li"
            direction="column"
            alignItems="flex-start"
            gap={2}
            flex="1"
            minWidth="18rem"
          >
            <Flex gap={2}>
              <Flex
                justifyContent="center"
                width="2.4rem"
                height="2.4rem"
                borderRadius="50%"
                background="primary100"
                aria-hidden
              >
                <Typography variant="pi" fontWeight="bold" textColor="primary700">
                  {index + 1}
                </Typography>
              </Flex>
              <Typography variant="delta" tag="h3">
                {text(`first.${name}.title`)}
              </Typography>
            </Flex>
            <Typography textColor="neutral600">{text(`first.${name}.text`)}</Typography>
            {may(permission) && (
              <Box marginTop="auto">
                <ButtonLink to={pathTo(path)} size="S">
                  {text(`first.${name}.action`)}
                </ButtonLink>
              </Box>
            )}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
};
