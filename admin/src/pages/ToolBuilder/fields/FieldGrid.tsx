import { styled } from 'styled-components';

/** Fields side by side where each of them has room, and beneath each other where not. */
export const FieldGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  gap: ${({ theme }) => theme.spaces[5]};
  align-items: start;
`;
