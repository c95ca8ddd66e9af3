import { readLanguage } from '@heartwood/messages/catalogues';
import { compile } from '@heartwood/messages/compile';
import { currentLanguage } from '@heartwood/messages/current';

// Tests without a browser read English.
currentLanguage.use('en', Object.fromEntries(Object.entries(readLanguage('en')).map(([key, text]) => [key, compile(text)])));
