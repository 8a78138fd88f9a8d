import { Box } from '@strapi/design-system';
import { styled } from 'styled-components';

/** The design system's own bar has a fixed width, and no colour that tells a run that is over from one that is not. */
const Track = styled(Box)`
  height: 0.8rem;
  border-radius: 0.4rem;
  overflow: hidden;
  background: ${({ theme }) => theme.colors.neutral200};
`;

const Done = styled(Box)`
  height: 100%;
  @media (prefers-reduced-motion: no-preference) {
    transition: width 0.4s ease-out;
  }
`;

interface ProgressBarProps {
  label: string;
  /** what a screen reader says in place of a percentage */
  words: string;
  /** between 0 and 1 */
  share: number;
  look: 'primary600' | 'success600' | 'warning600' | 'neutral500';
}

export const ProgressBar = ({ label, words, share, look }: ProgressBarProps) => (
  <Track
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    aria-valuetext={words}
  >
    <Done width={`${share * 100}%`} background={look} />
  </Track>
);
