import { autocompletion, pickedCompletion } from '@codemirror/autocomplete';
import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { findCompletionPlace } from './complete-template';
import type { CompletionPlace } from './complete-template';
import { FILTERS, TAGS } from './liquid-words';
import type { FilterName, TagName } from './liquid-words';
import { templateContext } from './template-context';
import type { TemplateContext } from './template-context';

/** What is written for a choice, and where the cursor stands in it afterwards. */
interface Writing {
  text: string;
  cursor: number;
}

type Write = (place: CompletionPlace) => Writing;

const offer = (label: string, detail: string | null, rank: number, write: Write): Completion => ({
  label,
  detail: detail ?? undefined,
  // in the order of the lists, not of the alphabet
  boost: -rank,
  apply: (view: EditorView, completion: Completion) => {
    const place = findCompletionPlace(view.state.doc.toString(), view.state.selection.main.head);
    if (!place) return;
    const { text, cursor } = write(place);
    view.dispatch({
      changes: { from: place.from, to: place.to, insert: text },
      selection: { anchor: place.from + cursor },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
  },
});

const isFilter = (name: string): name is FilterName => Object.hasOwn(FILTERS, name);
const isTag = (name: string): name is TagName => Object.hasOwn(TAGS, name);

/** The cursor comes to stand within the first quotes, or behind everything. */
const writeFilter =
  (name: FilterName): Write =>
  ({ closing }) => {
    const written = `${name}${FILTERS[name]}`;
    const quotes = written.indexOf('""');
    const text = `${written}${closing}`;
    return { text, cursor: quotes === -1 ? (closing ? text.length : written.length) : quotes + 1 };
  };

const writeTag =
  (name: TagName): Write =>
  ({ closing }) => {
    const [before, after] = TAGS[name];
    return closing === ''
      ? { text: name, cursor: name.length }
      : { text: `${before}${after}`, cursor: before.length };
  };

const OFFERS: Record<CompletionPlace['wants'], (context: TemplateContext) => Completion[]> = {
  input: ({ inputs }) =>
    inputs.map(({ name, description }, rank) =>
      offer(name, description, rank, ({ closing }) => ({
        text: `${name}${closing}`,
        cursor: name.length + closing.length,
      })),
    ),
  filter: ({ explainFilter }) =>
    Object.keys(FILTERS)
      .filter(isFilter)
      .map((name, rank) => offer(name, explainFilter(name), rank, writeFilter(name))),
  tag: ({ explainTag }) =>
    Object.keys(TAGS)
      .filter(isTag)
      .map((name, rank) => offer(name, explainTag(name), rank, writeTag(name))),
};

const source: CompletionSource = ({ state, pos, explicit }) => {
  const place = findCompletionPlace(state.doc.toString(), pos);
  // asked for by hand outside of braces: there is nothing that could follow
  if (!place) return null;
  const options = OFFERS[place.wants](state.facet(templateContext));
  return options.length > 0 || explicit ? { from: place.from, options, validFor: /^[\w?-]*$/ } : null;
};

/** Offers inputs, filters and tags where the template has room for one, while somebody types or on Ctrl+Space. */
export const offerCompletions: Extension = autocompletion({ override: [source], icons: false });
