import { defineConfig } from 'vitepress';
import { refuseOtherHosts } from './refuse-other-hosts.mjs';

const page = (text: string, name: string) => ({ text, link: `/${name}` });

/** The pages in the order in which somebody asks. */
const SIDEBAR = [
  {
    text: 'Start',
    items: [
      page('What it is', ''),
      page('Install', 'install'),
      page('Your first tool', 'first-tool'),
      page('Providers', 'providers'),
      page('Configuration', 'configuration'),
    ],
  },
  {
    text: 'Run a tool',
    items: [
      page('Over REST', 'rest'),
      page('In process', 'in-process'),
      page('As a shortcode', 'shortcode'),
      page('As a block', 'block'),
      page('While editing', 'in-the-editor'),
    ],
  },
  {
    text: 'In the panel',
    items: [page('Tools and settings', 'panel'), page('The log', 'logs'), page('Analytics', 'analytics')],
  },
  {
    text: 'In production',
    items: [
      page('Limits and budgets', 'limits'),
      page('Security', 'security'),
      page('Operations', 'operations'),
      page('Upgrading', 'upgrading'),
      page('Performance', 'performance'),
      page('Dependencies', 'dependencies'),
    ],
  },
  {
    text: 'Go on',
    items: [page('Extending', 'extending'), page('Troubleshooting', 'troubleshooting')],
  },
];

export default defineConfig({
  title: 'AI Tools for Strapi',
  description: 'Define an AI tool once in Strapi and run it from anywhere on the site.',
  cleanUrls: true,
  buildEnd: ({ outDir }) => refuseOtherHosts(outDir),
  themeConfig: {
    nav: [page('First tool', 'first-tool'), page('REST', 'rest'), page('Troubleshooting', 'troubleshooting')],
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // the pages are plain Markdown, in which {{content}} is a placeholder of a prompt and no expression of Vue's
      const { text, code_inline: code } = md.renderer.rules;
      const asItStands = (html = ''): string => html.replaceAll('{{', '&#123;&#123;');
      md.renderer.rules.text = (...token) => asItStands(text?.(...token));
      md.renderer.rules.code_inline = (...token) => asItStands(code?.(...token));
    },
  },
});
