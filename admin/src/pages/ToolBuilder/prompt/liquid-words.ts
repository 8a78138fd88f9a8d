/** Filters that help with a prompt, with what they want to know. The server knows all of Liquid's. */
export const FILTERS = {
  default: ': ""',
  truncate: ': 200',
  truncatewords: ': 50',
  strip_html: '',
  strip: '',
  join: ': ", "',
  split: ': ","',
  replace: ': "", ""',
  upcase: '',
  downcase: '',
  capitalize: '',
  size: '',
  first: '',
  last: '',
  sort: '',
  uniq: '',
  round: '',
  date: ': "%Y-%m-%d"',
  json: '',
} as const;

export type FilterName = keyof typeof FILTERS;

/** Tags, with what stands before the cursor and what after it; those of a block with its end. */
export const TAGS = {
  if: ['if ', ' %}{% endif %}'],
  unless: ['unless ', ' %}{% endunless %}'],
  elsif: ['elsif ', ' %}'],
  else: ['else %}', ''],
  for: ['for item in ', ' %}{{item}}{% endfor %}'],
  case: ['case ', ' %}{% when "" %}{% endcase %}'],
  when: ['when "', '" %}'],
  assign: ['assign name = ', ' %}'],
  capture: ['capture name %}', '{% endcapture %}'],
  comment: ['comment %}', '{% endcomment %}'],
  raw: ['raw %}', '{% endraw %}'],
} as const satisfies Record<string, readonly [before: string, after: string]>;

export type TagName = keyof typeof TAGS;
