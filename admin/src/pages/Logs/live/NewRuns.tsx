import { Button } from '@strapi/design-system';
import { ArrowUp } from '@strapi/icons';
import { styled } from 'styled-components';
import { useText } from '../../../components/Texts';
import { MOST_LIVE_ROWS } from './live-rows';

/** Takes no room, so that nothing moves when it comes and goes. */
const Floating = styled.div`
  position: sticky;
  top: 7.2rem;
  z-index: 2;
  height: 0;
  display: flex;
  justify-content: center;
  align-items: flex-start;
  > button {
    transform: translateY(-50%);
    box-shadow: ${({ theme }) => theme.shadows.popupShadow};
  }
`;

/** Says how many runs have come in while somebody was reading, and lets them in. */
export const NewRuns = ({ runs, onShow }: { runs: number; onShow(): void }) => {
  const text = useText();
  return (
    <Floating role="status">
      {runs > 0 && (
        <Button size="S" startIcon={<ArrowUp />} onClick={onShow}>
          {runs > MOST_LIVE_ROWS
            ? text('logs.live-many', { runs: MOST_LIVE_ROWS })
            : text('logs.live-new', { runs })}
        </Button>
      )}
    </Floating>
  );
};
