import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../../components/Texts';

const STEPS = ['setup', 'preview', 'run'] as const;
export type Step = (typeof STEPS)[number];

const Place = styled.span<{ $isReached: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex-shrink: 0;
  width: 2.4rem;
  height: 2.4rem;
  border-radius: 50%;
  font-size: 1.2rem;
  font-weight: 600;
  background: ${({ theme, $isReached }) => ($isReached ? theme.colors.primary600 : theme.colors.neutral150)};
  color: ${({ theme, $isReached }) => ($isReached ? theme.colors.neutral0 : theme.colors.neutral700)};
`;

/** Where somebody is on the way to a run. */
export const Steps = ({ at }: { at: Step }) => {
  const text = useText();
  const reached = STEPS.indexOf(at);
  return (
    <Flex tag="ol" gap={5} wrap="wrap" aria-label={text('bulk.steps')}>
      {STEPS.map((step, place) => (
        <Flex key={step} tag="li" gap={2} aria-current={step === at ? 'step' : undefined}>
          <Place $isReached={place <= reached} aria-hidden>
            {place + 1}
          </Place>
          <Typography
            fontWeight={step === at ? 'bold' : undefined}
            textColor={step === at ? 'neutral800' : 'neutral600'}
          >
            {text(`bulk.step.${step}`)}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
};
