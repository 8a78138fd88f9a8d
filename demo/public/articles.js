const element = (name, content) => Object.assign(document.createElement(name), content);

/**
 * A rich text, which is Markdown and may hold HTML. A real page has a library for it; to show paragraphs, and the
 * summaries that stand on lines of their own, this is enough.
 */
const showRichText = (text) =>
  text
    .split(/\n\s*\n/)
    .map((part) =>
      part.startsWith('<') ? element('div', { innerHTML: part }) : element('p', { innerText: part }),
    );

const showBlock = ({ html, children }) =>
  html === undefined
    ? element('p', { innerText: children.map(({ text }) => text).join('') })
    : element('div', { innerHTML: html });

const showArticle = ({ title, content, story }) => {
  const article = element('article', {});
  article.append(
    element('h2', { innerText: title }),
    ...showRichText(content ?? ''),
    ...(story ?? []).map(showBlock),
  );
  return article;
};

const status = document.querySelector('[role=status]');
try {
  const response = await fetch('/api/articles?ai-tools=render&sort=title');
  const { data, error } = await response.json();
  if (error) throw new Error(error.message);
  document.querySelector('main').append(...data.map(showArticle));
  status.remove();
} catch (error) {
  status.innerText = `The articles could not be read: ${error.message}`;
}
