declare module 'html-to-text' {
  /** Writes a page as text: line breaks where it has blocks, `> ` before what is quoted. */
  export function convert(html: string, options: object): string;
}
