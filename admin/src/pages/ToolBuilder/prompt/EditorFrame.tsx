import { styled } from 'styled-components';

/** How the editor looks: the frame of the panel's own inputs, and its colours in light and dark. */
export const EditorFrame = styled.div<{ $hasError: boolean; $isDisabled: boolean; $rows: number }>`
  border: 1px solid
    ${({ theme, $hasError }) => ($hasError ? theme.colors.danger600 : theme.colors.neutral200)};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme, $isDisabled }) => ($isDisabled ? theme.colors.neutral150 : theme.colors.neutral0)};
  color: ${({ theme }) => theme.colors.neutral800};
  transition-property: border-color, box-shadow;
  transition-duration: 0.2s;

  &:focus-within {
    border-color: ${({ theme, $hasError }) => ($hasError ? theme.colors.danger600 : theme.colors.primary600)};
    box-shadow: ${({ theme, $hasError }) => ($hasError ? theme.colors.danger600 : theme.colors.primary600)} 0
      0 0 2px;
  }

  .cm-editor {
    outline: none;
  }

  .cm-editor .cm-scroller {
    min-height: ${({ $rows }) => $rows * 2.2 + 1.6}rem;
    max-height: 60rem;
    overflow: auto;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
    font-size: 1.3rem;
    line-height: 2.2rem;
  }

  .cm-editor .cm-content {
    padding: 0.8rem 0;
    caret-color: ${({ theme }) => theme.colors.neutral900};
    overflow-wrap: anywhere;
  }

  .cm-editor .cm-line {
    padding: 0 1.6rem;
  }

  .cm-template-output,
  .cm-template-tag {
    padding: 0.1rem 0;
    border-radius: 2px;
    background: ${({ theme }) => theme.colors.primary100};
    color: ${({ theme }) => theme.colors.primary700};
  }

  .cm-template-tag {
    background: ${({ theme }) => theme.colors.alternative100};
    color: ${({ theme }) => theme.colors.alternative700};
  }

  .cm-template-open,
  .cm-template-comment {
    color: ${({ theme }) => theme.colors.neutral600};
  }

  .cm-template-comment {
    font-style: italic;
  }

  .cm-template-name,
  .cm-template-keyword {
    font-weight: 600;
  }

  .cm-template-filter {
    font-style: italic;
  }

  .cm-template-value {
    color: ${({ theme }) => theme.colors.success700};
  }

  .cm-template-unknown {
    font-weight: 600;
    color: ${({ theme }) => theme.colors.danger700};
    text-decoration: underline wavy ${({ theme }) => theme.colors.danger600};
    text-underline-offset: 3px;
    text-decoration-skip-ink: none;
  }

  .cm-editor .cm-tooltip {
    z-index: 4;
    border: 1px solid ${({ theme }) => theme.colors.neutral150};
    border-radius: ${({ theme }) => theme.borderRadius};
    background: ${({ theme }) => theme.colors.neutral0};
    box-shadow: ${({ theme }) => theme.shadows.filterShadow};
    color: ${({ theme }) => theme.colors.neutral800};
  }

  .cm-template-tooltip {
    max-width: 32rem;
    padding: 0.6rem 1rem;
    font-size: 1.2rem;
  }

  .cm-editor .cm-tooltip.cm-tooltip-autocomplete > ul {
    min-width: 24rem;
    max-width: min(48rem, 90vw);
    max-height: 24rem;
    padding: 0.4rem;
    font-family: inherit;
    font-size: 1.3rem;
  }

  .cm-editor .cm-tooltip.cm-tooltip-autocomplete > ul > li {
    display: flex;
    gap: 1.2rem;
    align-items: baseline;
    padding: 0.6rem 0.8rem;
    border-radius: ${({ theme }) => theme.borderRadius};
    color: ${({ theme }) => theme.colors.neutral800};
  }

  .cm-editor .cm-tooltip-autocomplete > ul > li[aria-selected] {
    background: ${({ theme }) => theme.colors.primary100};
    color: ${({ theme }) => theme.colors.primary700};
  }

  .cm-completionLabel {
    flex: 0 0 auto;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
  }

  .cm-completionMatchedText {
    font-weight: 700;
    text-decoration: none;
  }

  .cm-editor .cm-completionDetail {
    overflow: hidden;
    margin: 0;
    color: ${({ theme }) => theme.colors.neutral600};
    font-style: normal;
    text-overflow: ellipsis;
  }
`;
