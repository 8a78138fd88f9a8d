import { summarizer } from '../support/execute';
import { startSite } from '../support/site';

test('a faulty tool from code stops the start with every fault at its field', async () => {
  await expect(
    startSite({
      plugin: {
        tools: [
          summarizer(),
          summarizer({ name: 'Second', temperature: 2, prompt_template: '{{nothing}}' }),
          summarizer({ slug: 'content-summarizer' }),
        ],
      },
    }),
  ).rejects.toThrow(
    /tools\[1\]\.temperature \(Second\): must be a number from 0 to 1\..*tools\[1\]\.prompt_template \(Second\): \{\{nothing\}\}.*tools\[2\]\.slug: "content-summarizer"/,
  );
});
