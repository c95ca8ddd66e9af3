import { t } from '@heartwood/messages/current';
import type { Moment } from '@heartwood/contract/moments';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { useMembers } from '#features/family/api.ts';
import { OpenedPhotos } from '#features/downloads/components/lazy-photo-viewer.tsx';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { Attached } from '#features/media/components/attached.tsx';
import { pictured } from '#features/media/logic.ts';
import { PostPhotos } from '#features/posts/components/post-photos.tsx';
import { CallError } from '#platform/http.ts';
import { dayInWords } from '#platform/dates.ts';
import { useSession } from '#platform/session.ts';
import { usePageTitle } from '#platform/title.ts';
import { BackRow } from '#ui/back-row.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { momentQuery, useDeleteMoment } from '../api.ts';
import { whoElseSees } from '../logic.ts';
import { whoSees } from './sentences.ts';
import { AgesThen } from './ages-then.tsx';
import { MomentWaiting } from './moment-waiting.tsx';
import { ShareMoment } from './share-moment.tsx';

/** One moment: its photos, what happened, how old everybody was, its story, and sharing it. `name` is the page it stands on. */
export default function MomentDetail({ id, name, onClose }: { id: string; name: string; onClose: () => Promise<void> }) {
  const { data: moment, error, refetch } = useQuery(momentQuery(id));
  usePageTitle(moment?.title);
  const gone = error instanceof CallError && error.status === 404;
  return (
    <Page alone>
      <BackRow className="mb-1" back={<BackButton label={t('moments.back')} onBack={() => void onClose()} />}>
        {!gone && moment?.can.edit && <Actions moment={moment} name={name} onGone={onClose} />}
      </BackRow>
      {gone ? (
        <EmptyState
          level={1}
          drawing="sprout"
          title={t('moments.notThere.title')}
          action={
            <ButtonLink small to="/private/meaningful-moments">
              {t('moments.notThere.action')}
            </ButtonLink>
          }
        >
          {t('moments.notThere.text')}
        </EmptyState>
      ) : moment ? (
        <Whole moment={moment} />
      ) : (
        <MomentWaiting isError={error !== null} retry={refetch} />
      )}
    </Page>
  );
}

function Whole({ moment }: { moment: Moment }) {
  const { people } = useNames();
  const { user } = useSession();
  const members = useMembers().data;
  const opened = useOpened();
  const who = moment.people.flatMap((id) => people.find(({ heartwood_id }) => heartwood_id === id) ?? []);
  return (
    <article>
      {pictured(moment.media).length > 0 && <PostPhotos media={moment.media} onOpen={opened.open} />}
      <h1 className="mt-5 type-title [overflow-wrap:anywhere]">{moment.title}</h1>
      <p className="mt-2 type-meta">{dayInWords(moment.occurred_on)}</p>
      <AgesThen people={who} day={moment.occurred_on} named />
      {moment.text && (
        <p className="mt-4 type-story text-[1.375rem] leading-[1.45] whitespace-pre-line [overflow-wrap:anywhere]">{moment.text}</p>
      )}
      <Attached media={moment.media} className="mt-4" renderBeside={(voice) => <SaveButton medium={voice} familyId={moment.family_id} />} />
      {!moment.post_id && members && <p className="mt-6 type-meta">{whoSees(whoElseSees(members, user?.id, moment.people))}</p>}
      <ShareMoment moment={moment} />
      <OpenedPhotos opened={opened} photos={pictured(moment.media)} familyId={moment.family_id} text={moment.title} />
    </article>
  );
}

function Actions({ moment, name, onGone }: { moment: Moment; name: string; onGone: () => Promise<void> }) {
  const navigate = useNavigate();
  const [asks, ask] = useState(false);
  const remove = useDeleteMoment(() => {
    ask(false);
    return onGone();
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('moments.actions')}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem
          icon={<SquarePen />}
          onClick={() => void navigate({ to: '/private/meaningful-moments/$name', params: { name }, search: { edit: moment.id } })}
        >
          {t('moments.edit')}
        </MenuItem>
        {moment.can.delete && (
          <MenuItem icon={<Trash2 />} danger onClick={() => ask(true)}>
            {t('moments.delete')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        title={t('moments.deleteMoment.title')}
        text={t('moments.deleteMoment.text')}
        confirm={t('moments.deleteMoment.confirm')}
        keep={t('moments.deleteMoment.keep')}
        open={asks}
        onOpenChange={ask}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(moment.id)}
      />
    </>
  );
}
