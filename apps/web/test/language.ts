import { readLanguage } from '@heartwood/messages/catalogues';
import { compile } from '@heartwood/messages/compile';

const english = Object.fromEntries(Object.entries(readLanguage('en')).map(([key, text]) => [key, compile(text)]));

/** Tests without a browser read English. To be called again after `vi.resetModules()`. */
export async function readEnglish(): Promise<void> {
  const { currentLanguage } = await import('@heartwood/messages/current');
  currentLanguage.use('en', english);
}

await readEnglish();
