import { showInWindow, showStarted, viewBeside } from '../../../../admin/src/content/bulk/bulk-window';

const ARTICLES = 'api::article.article';
const selection = () => ({ documentIds: ['a'], locale: null, onStarted: () => {} });

beforeEach(() => showInWindow(null, null));

test('the window opens beside the list that it was opened from, and beside no other', () => {
  showInWindow({ kind: 'runs' }, ARTICLES);
  expect(viewBeside(ARTICLES)).toEqual({ kind: 'runs' });
  expect(viewBeside('api::page.page')).toBeNull();
  showInWindow({ kind: 'run', id: 3 });
  expect(viewBeside(ARTICLES)).toEqual({ kind: 'run', id: 3 });
});

test('a run that was started takes the place of the form that it was made in', () => {
  const mine = selection();
  showInWindow({ kind: 'new', selection: mine }, ARTICLES);
  showStarted(7, mine);
  expect(viewBeside(ARTICLES)).toEqual({ kind: 'run', id: 7 });
});

test('it does not open a window that was closed meanwhile, nor takes one that shows something else', () => {
  const mine = selection();
  showInWindow({ kind: 'new', selection: mine }, ARTICLES);
  showInWindow(null);
  showStarted(7, mine);
  expect(viewBeside(ARTICLES)).toBeNull();
  const other = selection();
  showInWindow({ kind: 'new', selection: other }, ARTICLES);
  showStarted(7, mine);
  expect(viewBeside(ARTICLES)).toEqual({ kind: 'new', selection: other });
});
