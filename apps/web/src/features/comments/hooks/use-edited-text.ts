import { useEffect, useState } from 'react';
import { useKeptEdit } from '#platform/kept-edits.ts';

/**
 * The words of a comment as they are changed, kept on this device until they are saved or thrown away.
 * @param names the ids of its post and of itself
 * @param saved the words as they stand
 * @returns `isRestored`, whether they were written before; `theirs`, what it says since it was changed elsewhere meanwhile; `takeSaved` goes on with
 * what stands; `sends` hears what is being saved
 */
export function useEditedText(names: string, saved: string) {
  const { found, keep, forget } = useKeptEdit<string>(`comment ${names}`);
  const [typed, write] = useState<string>();
  const [sent, sends] = useState<string>();
  const [known, setKnown] = useState<string>();
  const [begun] = useState(saved);
  // What is typed before it is known what was kept takes its place.
  const text = typed ?? found?.written ?? saved;
  const first = sent !== undefined && saved === sent ? sent : (known ?? found?.first ?? begun);
  const isChanged = text.trim() !== saved.trim();
  useEffect(() => keep(isChanged ? { first, written: text } : undefined), [keep, isChanged, first, text]);
  return {
    text,
    write,
    isRestored: found !== undefined && isChanged,
    theirs: isChanged && saved !== first && saved !== sent ? saved : undefined,
    takeSaved(): void {
      write(saved);
      setKnown(saved);
    },
    sends,
    forget,
  };
}
