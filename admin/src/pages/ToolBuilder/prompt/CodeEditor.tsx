import * as React from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { changeBetween } from './change-between';
import { findCompletionPlace } from './complete-template';
import { highlightTemplate } from './highlight-template';
import { offerCompletions } from './offer-completions';
import { templateContext } from './template-context';
import type { TemplateContext } from './template-context';

export interface CodeEditorHandle {
  focus(): void;
  /** Writes a placeholder where the cursor is, or was. */
  insertInput(name: string): void;
}

interface CodeEditorProps {
  value: string;
  onChange(value: string): void;
  context: TemplateContext;
  disabled: boolean;
  /** of the field: label, description, and whether it is at fault */
  attributes: Record<string, string>;
  /** what the list of completions is called */
  completionsLabel: string;
}

/** Marks what came from outside, and so is not to be told there again. */
const fromOutside = Annotation.define<boolean>();

/** Those who may not write can still walk through the text and copy from it. */
const access = (disabled: boolean): Extension =>
  disabled
    ? [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-readonly': 'true' })]
    : [];

/** A text editor for templates. Made once: what changes around it is told to the one that is there. */
export const CodeEditor = React.forwardRef<CodeEditorHandle, CodeEditorProps>(
  ({ value, onChange, context, disabled, attributes, completionsLabel }, ref) => {
    const place = React.useRef<HTMLDivElement>(null);
    const editor = React.useRef<EditorView | null>(null);
    /** what was told and has not come back yet: an older one that comes back late is no news */
    const told = React.useRef<string[]>([]);
    const latest = React.useRef({ value, onChange, context, disabled, attributes, completionsLabel });
    latest.current = { value, onChange, context, disabled, attributes, completionsLabel };
    const [parts] = React.useState(() => ({
      context: new Compartment(),
      access: new Compartment(),
      attributes: new Compartment(),
    }));

    React.useEffect(() => {
      if (!place.current) return undefined;
      const first = latest.current;
      const view = new EditorView({
        parent: place.current,
        state: EditorState.create({
          doc: first.value,
          // who begins with a button has not set a cursor: the end is the likelier place
          selection: { anchor: first.value.length },
          extensions: [
            history(),
            // without one for Tab, which leads to the next field
            keymap.of([...defaultKeymap, ...historyKeymap]),
            EditorView.lineWrapping,
            EditorState.phrases.of({ Completions: first.completionsLabel }),
            highlightTemplate,
            offerCompletions,
            parts.context.of(templateContext.of(first.context)),
            parts.access.of(access(first.disabled)),
            parts.attributes.of(EditorView.contentAttributes.of(first.attributes)),
            EditorView.updateListener.of(({ docChanged, state, transactions }) => {
              if (!docChanged || transactions.every((each) => each.annotation(fromOutside))) return;
              const text = state.doc.toString();
              told.current.push(text);
              latest.current.onChange(text);
            }),
          ],
        }),
      });
      editor.current = view;
      return () => {
        view.destroy();
        editor.current = null;
      };
    }, [parts]);

    React.useEffect(() => {
      const view = editor.current;
      if (!view) return;
      const echo = told.current.indexOf(value);
      if (echo !== -1) {
        told.current.splice(0, echo + 1);
        return;
      }
      told.current = [];
      const changes = changeBetween(view.state.doc.toString(), value);
      if (changes) view.dispatch({ changes, annotations: fromOutside.of(true) });
    }, [value]);

    React.useEffect(() => {
      editor.current?.dispatch({
        effects: [
          parts.context.reconfigure(templateContext.of(context)),
          parts.access.reconfigure(access(disabled)),
          parts.attributes.reconfigure(EditorView.contentAttributes.of(attributes)),
        ],
      });
    }, [parts, context, disabled, attributes]);

    React.useImperativeHandle(ref, () => ({
      focus: () => editor.current?.focus(),
      insertInput: (name) => {
        const view = editor.current;
        if (!view || view.state.readOnly) return;
        const { from, to, head, empty } = view.state.selection.main;
        const gap = empty ? findCompletionPlace(view.state.doc.toString(), head) : null;
        const change =
          gap?.wants === 'input'
            ? { from: gap.from, to: gap.to, insert: `${name}${gap.closing}` }
            : { from, to, insert: `{{${name}}}` };
        view.dispatch({
          changes: change,
          selection: { anchor: change.from + change.insert.length },
          userEvent: 'input.complete',
          scrollIntoView: true,
        });
        view.focus();
      },
    }));

    return <div ref={place} />;
  },
);
CodeEditor.displayName = 'CodeEditor';
