import { buildMobile } from './build-mobile.ts';
import { say } from './run.ts';

// `npm run mobile -- https://family.example`: builds the app for iOS and Android, for one server, and brings both projects up to date.
// What comes next in Xcode and Android Studio stands in apps/mobile/README.md.

try {
  const server = serverFrom(process.argv[2] ?? process.env['PUBLIC_URL']);
  await buildMobile(server);
  say(`The app for ${server.origin} is ready: apps/mobile/ios and apps/mobile/android.`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** The address of the server. Without https only this machine, as its emulators see it. @throws Error with what to do */
function serverFrom(given: string | undefined): URL {
  const url = given ? URL.parse(given) : null;
  if (!url || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('Say which server the app belongs to: npm run mobile -- https://family.example');
  const isHere = ['localhost', '127.0.0.1', '10.0.2.2'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) throw new Error(`${url.origin} has no https.`);
  return url;
}
