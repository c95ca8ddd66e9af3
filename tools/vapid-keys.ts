import webPush from 'web-push';

// `npm run vapid-keys`: makes the pair of keys that messages for browsers are signed with, as the two variables that are to be set.

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`);
