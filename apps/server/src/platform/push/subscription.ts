/** Where a browser's push service takes messages for it, and the keys that only the browser can read them with (RFC 8291). */
export interface WebPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Push services of browsers: Chrome and Edge (Google, Microsoft), Firefox, Safari. Nothing is ever sent to an address that is not one of
 * theirs, whatever a client says, or the server could be made to call any machine it can reach.
 */
const pushHosts = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

/** Whether a web push endpoint leads to a push service of a browser: HTTPS on its own port, no name and password. */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return pushHosts.some((host) => host.test(url.hostname));
}
