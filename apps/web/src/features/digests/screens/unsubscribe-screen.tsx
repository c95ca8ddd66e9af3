import type { StoppableMails } from '@heartwood/contract/notification-events';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalFrom } from '#platform/http.ts';
import { troubleOf } from '#platform/trouble.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SplitPage } from '#ui/page.tsx';
import { LinkTrouble } from '#features/accounts/components/trouble.tsx';
import { sceneOf } from '#features/accounts/components/scenes.ts';
import { useMailChoice } from '../api.ts';

const stopped = {
  instant: 'digests.done.instant',
  daily: 'digests.done.daily',
  weekly: 'digests.done.weekly',
  question: 'digests.done.question',
  birthday: 'digests.done.birthday',
} as const satisfies Record<StoppableMails, PlainKey>;

/** The link in a mail that stops mails like it leads here. Nothing is changed by opening it: programs open links, too. */
export function UnsubscribeScreen() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  // It stays while the same is tried once more.
  const [error, setError] = useState<Error>();
  const [wanted, setWanted] = useState(true);
  const choice = useMailChoice({ onError: setError });
  const choose = (stop: boolean) => {
    setWanted(stop);
    choice.mutate({ token, stopped: stop }, { onSuccess: () => setError(undefined) });
  };
  const trouble = error && troubleOf(refusalFrom(error, 'generic'), navigator.onLine);
  return (
    <SplitPage photo={sceneOf('hills')}>
      {trouble ? (
        <LinkTrouble trouble={trouble} busy={choice.isPending} retry={() => choose(wanted)} />
      ) : error || !token ? (
        <Words title={t('digests.stop.failedTitle')} text={t('digests.stop.failed')}>
          <ButtonLink to="/private/profile" hash="notifications" block>
            {t('digests.stop.settings')}
          </ButtonLink>
        </Words>
      ) : choice.data?.stopped ? (
        <Words title={t('digests.done.title')} text={t(stopped[choice.data.mails])}>
          <Button block look="quiet" busy={choice.isPending} onClick={() => choose(false)}>
            {t('digests.done.undo')}
          </Button>
        </Words>
      ) : choice.data ? (
        <Words title={t('digests.again.title')} text={t('digests.again.text')}>
          <Button block look="quiet" busy={choice.isPending} onClick={() => choose(true)}>
            {t('digests.again.stop')}
          </Button>
        </Words>
      ) : (
        <Words title={t('digests.stop.title')} text={t('digests.stop.text')}>
          <Button block busy={choice.isPending} onClick={() => choose(true)}>
            {t('digests.stop.confirm')}
          </Button>
        </Words>
      )}
    </SplitPage>
  );
}

/** What has become of it, and what can be done. */
function Words({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div role="status">
      <h1 className="type-title">{title}</h1>
      <p className="mt-2 soft">{text}</p>
      <div className="mt-6 grid gap-2">
        {children}
        <ButtonLink to="/" look="quiet" block>
          {t('digests.home')}
        </ButtonLink>
      </div>
    </div>
  );
}
