/** A shortcode as its handler gets it. */
export interface Shortcode {
  name: string;
  attributes: Record<string, string>;
  /** what is enclosed, with the shortcodes in it rendered; null when nothing is */
  content: string | null;
}
