import { parseArgs } from 'node:util';
import { ensureWebBuilt } from './build-web.ts';
import { say } from './run.ts';

// `npm start`: builds the web app if it changed, then is the server. `npm start -- --sample` has the sample family in it.

process.env.NODE_ENV ||= 'production';
const began = performance.now();
const sample = wantsSample();
// The server's modules load while the web app is looked at: both take a moment.
const serving = import('./serve.ts');
try {
  await ensureWebBuilt();
} catch (error) {
  say(`${(error as Error).message}.`);
  process.exit(1);
}
const { serve } = await serving;
const { config } = await serve({ sample });
say('');
say(`  Heartwood is ready: ${config.publicUrl}   (${((performance.now() - began) / 1000).toFixed(1)} s)`);
if (sample) say(`  The sample family: ${config.publicUrl}/dev/sign-in   Its mail: ${config.publicUrl}/dev/mail`);
else if (!config.mail.smtpUrl) say(`  Mail is written to files in ${config.dataDir}/outbox until SMTP_URL is set.`);
say('  Ctrl-C stops it.');
say('');

function wantsSample(): boolean {
  try {
    const { values } = parseArgs({ options: { sample: { type: 'boolean', default: process.env.HEARTWOOD_SAMPLE === '1' } } });
    return values.sample;
  } catch (error) {
    say(`${(error as Error).message}. The only option is --sample.`);
    process.exit(2);
  }
}
