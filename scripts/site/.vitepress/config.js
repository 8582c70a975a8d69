import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const SITE = path.join(import.meta.dirname, '..');
const DOCS = path.join(SITE, '..', '..', 'docs');

// Pages become modules that import vue, which is resolved from their location. Other files are served as they are.
const PAGES = path.join(SITE, 'pages');
rmSync(PAGES, { recursive: true, force: true });
cpSync(DOCS, PAGES, { recursive: true });
for (const name of readdirSync(DOCS).filter((each) => /\.(?:json|txt)$/.test(each))) {
  cpSync(path.join(DOCS, name), path.join(PAGES, 'public', name));
}

const read = (name) => readFileSync(path.join(DOCS, name), 'utf8');

/** The index of pages by kind, docs/README.md, as a sidebar, and the pages of the folders. */
function sidebar() {
  const [, ...sections] = read('README.md').split(/^## /m);
  const kinds = sections.map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    items: [...section.matchAll(/^- \[(.*)\]\((.*)\.md\)$/gm)].map(([, text, page]) => ({
      text: text.replaceAll('`', ''),
      link: `/${page}`,
    })),
  }));
  return [...kinds, pagesOf('Recipes', 'cookbook'), pagesOf('Decisions', 'decisions')];
}

/** The pages of a folder by their titles. */
function pagesOf(text, folder) {
  const names = readdirSync(path.join(DOCS, folder)).filter((name) => name !== 'README.md');
  const items = names.map((name) => ({
    text: /^# (.*)$/m.exec(read(path.join(folder, name)))[1].replaceAll('`', ''),
    link: `/${folder}/${name.replace(/\.md$/, '')}`,
  }));
  return { text, items, collapsed: true };
}

/** Files outside of docs/ are named and not linked: the site does not have them. */
function linkPages(md) {
  const { link_open: open, link_close: close } = md.renderer.rules;
  const outside = [];
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const target = tokens[index].attrGet('href') ?? '';
    const isRelative = !/^(?:[a-z]+:|#|\/)/.test(target);
    const file = path.relative(PAGES, path.resolve(path.dirname(env.path), target));
    outside.push(isRelative && file.startsWith('..'));
    if (isRelative) tokens[index].attrSet('href', target.replace(/README\.md(?=#|$)/, 'index.md'));
    return outside.at(-1) ? '' : open(tokens, index, options, env, self);
  };
  md.renderer.rules.link_close = (tokens, index, options, env, self) => {
    if (outside.pop()) return '';
    return close
      ? close(tokens, index, options, env, self)
      : self.renderToken(tokens, index, options);
  };
}

/** The anchors of headings that GitHub makes. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

const LEAF = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2f7d55" d="M2 14C1 6 6 1 15 1c0 9-5 14-11 12l6-7-7 6z"/></svg>',
);

export default defineConfig({
  title: 'openapi-trellis',
  description: 'HTTP services whose interface is stated once, in an OpenAPI document',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${LEAF}` }]],
  srcDir: 'pages',
  outDir: 'dist',
  rewrites: (id) => id.replace(/README\.md$/, 'index.md'),
  markdown: { config: linkPages, anchor: { slugify } },
  cleanUrls: true,
  // Such as that of an example, which is no link in the page.
  ignoreDeadLinks: 'localhostLinks',
  themeConfig: {
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
