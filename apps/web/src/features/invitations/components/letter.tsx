import { t } from '@heartwood/messages/current';
import { KeptVoice } from '#features/media/components/kept-voice.tsx';
import { addressOf } from '#platform/addresses.ts';
import { paragraphsOf, type Voice } from '../logic.ts';

interface LetterText {
  message: string;
  from: string;
  voice?: Voice | null;
  className?: string;
}

/** A personal message, as a letter: its paragraphs, who wrote it, and their voice where they have spoken. */
export function Letter({ message, from, voice, className }: LetterText) {
  return (
    <blockquote className={className}>
      {paragraphsOf(message).map((paragraph, index) => (
        <p key={index} className="not-first:mt-3">
          {paragraph}
        </p>
      ))}
      <p className="mt-3">
        <em className="text-[1.5rem]">{from}</em>
      </p>
      {voice && (
        <KeptVoice
          id={voice.id}
          src={addressOf(voice.path) ?? ''}
          duration={voice.duration}
          waveform={voice.waveform}
          label={t('invitations.invitation.voice', { first: from })}
          className="mt-5"
        />
      )}
    </blockquote>
  );
}
