import { htmlOfAnswer, textOfHtml } from '../../../server/src/content/answer-html';

test.each([
  ['Strapi is a CMS.', 'Strapi is a CMS.'],
  ['<script>alert("x")</script>', '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'],
  [`It's "R&D" <b>&amp;</b>`, 'It&#39;s &quot;R&amp;D&quot; &lt;b&gt;&amp;amp;&lt;/b&gt;'],
  ['" onmouseover="alert(1)', '&quot; onmouseover=&quot;alert(1)'],
  ['one\ntwo\r\n\r\nthree\u2028four\n', 'one<br>two<br><br>three<br>four'],
  ['[ai_summary] and snake_case', '[ai_summary] and snake_case'],
  // markup of Markdown
  [
    '**bold** _slanted_ `code` ~~gone~~',
    '&#42;&#42;bold&#42;&#42; &#95;slanted&#95; &#96;code&#96; &#126;&#126;gone&#126;&#126;',
  ],
  ['[click](javascript:alert(1)) ![x][y]', '[click&#93;(javascript:alert(1)) ![x&#93;[y]'],
  ['\\*', '&#92;&#42;'],
  ['', ''],
])('%j is written as %j', (answer, html) => {
  expect(htmlOfAnswer(answer)).toBe(html);
  expect(textOfHtml(html)).toBe(answer.replaceAll(/\r\n|\u2028/g, '\n').trim());
});

test.each([
  ['<p>One &amp; <b class="x">two</b></p><p>three&nbsp;&#x1f600;&#128512;</p>', 'One & two\nthree\u00a0😀😀'],
  ['<img src=x onerror=alert(1)>', ''],
  ['a &unknown; &#0; &#99999999; b', 'a &unknown; \ufffd &#99999999; b'],
  ['&amp;lt;', '&lt;'],
  ['1 < 2', '1 < 2'],
])('%j reads %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});
