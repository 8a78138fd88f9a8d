import type { Core } from '@strapi/strapi';

const paragraph = (text: string) => ({
  type: 'paragraph' as const,
  children: [{ type: 'text' as const, text }],
});

/** As the Blocks editor stores it; the tool that is set for summaries fills it for readers. */
const summaryBlock = { ...paragraph(''), block: 'mcp-for-wp/ai-summary', maxLength: 30, tool: '' };

const ARTICLES = [
  {
    title: 'A bridge for otters',
    content:
      'The town council has opened a bridge of rope and timber over the mill stream, 14 metres long, for otters and nobody else. Cameras counted 31 crossings in the first week. The mill road, where 9 otters died last year, has seen no accident since.',
    summary: 'A 14 metre bridge keeps otters off the mill road; 31 crossings were counted in its first week.',
  },
  {
    // both a shortcode and a block: see them filled at /articles.html
    title: 'Bread needs time, not kneading',
    content:
      '[ai_summary max_length="20"]\n\nFlour, water, salt and a pinch of yeast make good bread if they are left alone for eighteen hours. The long rest does what kneading does: it lines up the gluten. Bake it in a hot pot with the lid on for half an hour, then without for a quarter more.',
    story: [
      summaryBlock,
      paragraph('My grandmother never kneaded. She stirred, put a plate over the bowl and went to bed.'),
      paragraph(
        'When she came down at six the dough had doubled, and all that was left to do was to light the oven. "You cannot hurry it," she said, "so you may as well sleep."',
      ),
    ],
    summary: 'Dough that rests for eighteen hours needs no kneading; bake it in a lidded pot.',
  },
  {
    // saved without a summary, so that the content summarizer writes one
    title: 'The lighthouse keeps its lamp',
    content:
      'After two years of repairs the lighthouse on Gull Point shines again. Volunteers cleaned all 824 prisms of its lens by hand, and the lamp, built in 1887, now runs on a 35 watt LED. It can be seen for 18 nautical miles, as before, and visited on Sundays.',
  },
];

export const seedArticles = async (strapi: Core.Strapi): Promise<void> => {
  const articles = strapi.documents('api::article.article');
  if ((await articles.count({})) > 0) return;
  for (const data of ARTICLES) await articles.create({ data, status: 'published' });
};
