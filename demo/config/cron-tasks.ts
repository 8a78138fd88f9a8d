import { summarizeArticles } from '../src/summarize-articles';

export default {
  // every night at three
  summarizeArticles: { task: summarizeArticles, options: { rule: '0 3 * * *' } },
};
