/** Whether a user agent is a crawler's. Crawlers get no error page. (Cubot makes telephones.) */
export function isCrawler(userAgent: string): boolean {
  return /(?<!cu)bot\b|crawl|spider|slurp|mediapartners|facebookexternalhit|facebookcatalog|embedly|bingpreview|ia_archiver/i.test(
    userAgent,
  );
}
