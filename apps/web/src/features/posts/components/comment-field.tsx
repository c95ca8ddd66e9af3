import { limits } from '@heartwood/contract/fields';
import { SendHorizontal } from 'lucide-react';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { newKey } from '#platform/keys.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { useAddComment } from '../api.ts';
import { words } from '../words.ts';

/** Where something kind is said: at the foot of a phone, below the comments of a desktop. What could not be sent stands in it again. */
export function CommentField({ adding }: { adding: ReturnType<typeof useAddComment> }) {
  const [text, setText] = useState('');
  const [key, setKey] = useState(newKey);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const said = text.trim();
    if (!said || adding.isPending) return;
    setText('');
    adding.mutate(
      { text: said, key },
      {
        onSuccess: () => setKey(newKey()),
        onError: () => setText((since) => (since ? `${said}\n${since}` : said)),
      },
    );
  };
  const change = (next: string) => {
    setText(next);
    // Other words are another comment.
    if (adding.isError) setKey(newKey());
  };
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
  };
  return (
    <form
      data-foot=""
      onSubmit={send}
      className="fixed inset-x-0 bottom-0 z-20 flex items-end gap-2 border-t border-line bg-[color-mix(in_srgb,var(--hw-canvas)_94%,transparent)] px-3.5 pt-2.5 pb-[calc(16px+env(safe-area-inset-bottom))] backdrop-blur-lg lg:static lg:mt-2 lg:bg-transparent lg:px-0 lg:pt-3 lg:pb-0 lg:backdrop-blur-none"
    >
      <label className="flex min-h-12.5 min-w-0 flex-1 items-center rounded-[25px] bg-sunken px-4.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <span className="sr-only">{words.commentField}</span>
        <textarea
          rows={1}
          value={text}
          maxLength={limits.comment}
          placeholder={words.commentField}
          onChange={(event) => change(event.target.value)}
          onKeyDown={byKey}
          className="field-sizing-content max-h-40 w-full resize-none bg-transparent py-3 leading-[1.45] outline-none placeholder:text-ink-3"
        />
      </label>
      <IconButton label={words.send} look="solid" type="submit" disabled={text.trim() === '' || adding.isPending} className="mb-[3px]">
        <SendHorizontal />
      </IconButton>
    </form>
  );
}
