/** The messages of one group in one language; made by vite/messages.ts. */
declare module 'virtual:messages/*' {
  import type { Catalogue } from '@heartwood/messages/translate';
  const messages: Catalogue;
  export default messages;
}
