import type { Extension, Range } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip } from '@codemirror/view';
import type { WordRole } from './read-expression';
import { templateContext, templateParts } from './template-context';

type PartKind = 'output' | 'tag' | 'comment' | 'open';

const markOf = (name: string): Decoration => Decoration.mark({ class: `cm-template-${name}` });
const PARTS: Record<PartKind, Decoration> = {
  output: markOf('output'),
  tag: markOf('tag'),
  comment: markOf('comment'),
  open: markOf('open'),
};
const WORDS: Record<WordRole, Decoration> = {
  tag: markOf('keyword'),
  keyword: markOf('keyword'),
  name: markOf('name'),
  local: markOf('name'),
  filter: markOf('filter'),
  value: markOf('value'),
};
const UNKNOWN = markOf('unknown');

const decorations = EditorView.decorations.compute([templateParts, templateContext], (state) => {
  const { unknown } = state.facet(templateContext);
  const ranges: Range<Decoration>[] = state
    .field(templateParts)
    .flatMap(({ kind, from, to, words }) => [
      PARTS[kind].range(from, to),
      ...words.map((word) =>
        (word.role === 'name' && unknown.includes(word.text) ? UNKNOWN : WORDS[word.role]).range(
          word.from,
          word.to,
        ),
      ),
    ]);
  return Decoration.set(ranges, true);
});

const tooltip = hoverTooltip(({ state }, position) => {
  const { unknown, inputs, sayUnknown } = state.facet(templateContext);
  const word = state
    .field(templateParts)
    .flatMap(({ words }) => words)
    .find(({ role, from, to }) => role === 'name' && from <= position && position <= to);
  if (!word) return null;
  const message = unknown.includes(word.text)
    ? sayUnknown(word.text)
    : inputs.find(({ name }) => name === word.text)?.description;
  if (!message) return null;
  return {
    pos: word.from,
    end: word.to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-template-tooltip';
      dom.textContent = message;
      return { dom };
    },
  };
});

/** Colours placeholders and tags, marks names that no input has, and says what a name under the pointer is. */
export const highlightTemplate: Extension = [templateParts, decorations, tooltip];
